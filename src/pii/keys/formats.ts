import { ALNUM, DIGIT, HEX, LOWER, TOKEN, UNDERSCORE, UPPER } from '../characters.ts'

/** A key that says by its first characters whose key it is. */
export interface KeyFormat {
  readonly prefix: string
  /** The class of characters behind the prefix. */
  readonly body: number
  readonly shortest: number
  /** Left out when the issuer does not fix the length: then the key reaches as far as its characters do. */
  readonly longest?: number
  /** For prefixes that also start ordinary words: the body must hold digits or much of both cases. */
  readonly isOrdinary?: true
}

const WORDS = ALNUM | UNDERSCORE
/** Too few of these are digits to ask for one. */
export const CAPITALS = UPPER | DIGIT

const open = (body: number, shortest: number, ...prefixes: readonly string[]): KeyFormat[] =>
  prefixes.map((prefix) => ({ prefix, body, shortest }))
const fixed = (body: number, length: number, ...prefixes: readonly string[]): KeyFormat[] =>
  prefixes.map((prefix) => ({ prefix, body, shortest: length, longest: length }))

/**
 * Key formats of today, by issuer. Checksums inside keys (GitHub, npm) are not verified: a mistyped or cut
 * key is still better hidden. Lengths are lower bounds where issuers have changed them before.
 */
export const KEY_FORMATS: readonly KeyFormat[] = [
  // OpenAI, Anthropic, OpenRouter, Langfuse and the many that copy them
  ...open(
    TOKEN,
    20,
    'sk-proj-',
    'sk-svcacct-',
    'sk-admin-',
    'sk-None-',
    'sk-ant-',
    'sk-or-',
    'sk-lf-',
    'sk-litellm-',
  ),
  { prefix: 'sk-', body: ALNUM, shortest: 20, isOrdinary: true },
  ...open(ALNUM, 40, 'gsk_', 'xai-', 'pplx-', 'csk-'), // Groq, xAI, Perplexity, Cerebras
  ...open(TOKEN, 20, 'tvly-', 'pcsk_', 'nvapi-', 'voyage-key-', 'lsv2_pt_', 'lsv2_sk_', 'jina_'),
  ...open(ALNUM, 30, 'hf_', 'api_org_'), // Hugging Face
  ...open(ALNUM, 37, 'r8_'), // Replicate
  ...fixed(CAPITALS, 16, 'AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'), // AWS
  ...open(ALNUM, 36, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'), // GitHub
  ...open(WORDS, 60, 'github_pat_'),
  ...open(
    TOKEN,
    20,
    'glpat-',
    'gldt-',
    'glrt-',
    'glptt-',
    'glft-',
    'glimt-',
    'glagent-',
    'gloas-',
    'glcbt-',
    'glsoat-',
  ), // GitLab
  ...open(
    TOKEN,
    20,
    'xoxa-',
    'xoxb-',
    'xoxc-',
    'xoxd-',
    'xoxe-',
    'xoxo-',
    'xoxp-',
    'xoxr-',
    'xoxs-',
    'xapp-',
  ), // Slack
  ...fixed(TOKEN, 35, 'AIza'), // Google
  ...open(TOKEN, 24, 'GOCSPX-', 'ya29.'),
  ...open(ALNUM, 20, 'sk_live_', 'rk_live_', 'pk_live_', 'sk_test_', 'rk_test_', 'whsec_'), // Stripe
  ...fixed(HEX, 32, 'SK', 'key-', 'dapi'), // Twilio, Mailgun, Databricks
  ...fixed(ALNUM, 36, 'npm_'),
  ...open(TOKEN, 50, 'pypi-'),
  ...fixed(HEX, 64, 'dop_v1_', 'doo_v1_', 'dor_v1_'), // DigitalOcean
  ...fixed(HEX, 32, 'shpat_', 'shpss_', 'shpca_', 'shppa_'), // Shopify
  ...open(TOKEN, 20, 'sq0atp-', 'sq0csp-', 'sq0idp-'), // Square
  ...fixed(HEX, 40, 'sbp_'), // Supabase
  ...open(TOKEN, 20, 'sb_secret_'),
  ...open(ALNUM, 32, 'lin_api_', 'ntn_', 'vcp_', 'dckr_pat_', 'dckr_oat_', 'glsa_', 'figd_'),
  ...open(
    TOKEN,
    32,
    'pscale_tkn_',
    'pscale_pw_',
    'pscale_oauth_',
    'sntrys_',
    'sntryu_',
    'ATATT3',
    'PMAK-',
    'HRKU-',
    'dckr_pat_',
    'figd_',
  ),
  ...open(CAPITALS, 27, 'NRAK-'), // New Relic
  ...open(HEX, 48, 'rubygems_'),
  ...open(TOKEN, 24, 'hvs.', 'hvb.', 'hvr.'), // Vault
  ...open(CAPITALS, 50, 'AGE-SECRET-KEY-1'),
  ...fixed(ALNUM, 20, 'LTAI'), // Alibaba
  ...fixed(LOWER | DIGIT, 32, 'tskey-api-'),
]
