/** Verbs that requests begin with; a sentence that begins with one is an order and can be turned into a question. */
export const REQUEST_VERBS: ReadonlySet<string> = new Set(
  `add advise analyse analyze answer apply approve arrange ask assign assist book build buy calculate call cancel
  change check choose classify close compare compose compute confirm convert copy count create decide delete describe
  design determine disable draft draw edit enable estimate evaluate examine explain export extract fetch fill find fix
  forward generate get give group help identify import improve inform insert inspect install keep list load look make
  merge move name notify open order organise organize outline pay plan prepare print process provide purchase put rank
  read recommend record refund remind remove rename renew repair replace reply report request reschedule reserve reset
  resolve return review rewrite run save schedule search select sell send set share show solve sort split start state
  stop store submit subscribe suggest summarise summarize tell test track transfer translate turn update upload use
  validate verify view visit watch write`.split(/\s+/u),
)
