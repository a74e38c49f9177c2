/** Words a telegram leaves out. Negations are not among them: without them the request would be another one. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those some any such please kindly just really very quite actually basically simply
  i i'd i'm i've me my mine you your yours we us our it its he she they them their his her
  is am are was were be been being do does did have has had having will would could should can may might shall
  of to in on at by for with from into onto about as and so then there here also too
  tell give show let want wants need needs like would hello hi hey dear thanks thank help know
  what's it's that's there's which who whom whose`.split(/\s+/u),
)

/** Losing or garbling one of these turns a request round. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  `no not never none neither nor nothing nobody nowhere without except unless cannot can't don't doesn't didn't
  won't wouldn't shouldn't couldn't isn't aren't wasn't weren't haven't hasn't hadn't mustn't only`.split(
    /\s+/u,
  ),
)
