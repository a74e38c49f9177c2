// Written by scripts/gen-prices.ts; the layout is described in read-table.ts. Do not edit.

/** Where the prices come from. */
export const PRICE_TABLE_SOURCE = '@pydantic/genai-prices 0.1.8'

export const PRICE_TABLE = `
%anthropic * *claude -
claude-2 8,24 ^|*claude-v2
claude-3-5-haiku-latest .8,4,.08,1 ^claude-3-5-haiku|^claude-3.5-haiku
claude-3-5-sonnet 3,15,.3,3.75 ^|^claude-3.5-sonnet
claude-3-7-sonnet-latest 3,15,.3,3.75 ^claude-3-7-sonnet|^claude-3.7-sonnet|^claude-sonnet-3.7|^claude-sonnet-3-7
claude-3-haiku .25,1.25,.03,.3 ^
claude-3-opus-latest 15,75,1.5,18.75 ^claude-3-opus
claude-3-sonnet 3,15,.3,3.75 ^
claude-fable-5 10,50,1,12.5 =|=%-########
claude-fable-5-1 10,50,.25,12.5 =|=%-########
claude-haiku-4-5 1,5,.1,1.25 ^|^claude-haiku-4.5|^claude-4-5-haiku|^claude-4.5-haiku
claude-opus-4-0 15,75,1.5,18.75 ^|^claude-4-opus|=claude-opus-4|=claude-opus-4-20250514
claude-opus-4-1 15,75,1.5,18.75 ^|^claude-opus-4.1
claude-opus-4-5 5,25,.5,6.25 ^|^claude-opus-4.5|^claude-4-5-opus|^claude-4.5-opus
claude-opus-4-6 5>200000:10,25>200000:37.5,.5>200000:1,6.25>200000:12.5;2026-03-13!5,25,.5,6.25 ^|^claude-opus-4.6|^claude-4-6-opus|^claude-4.6-opus
claude-opus-4-7 5,25,.5,6.25 ^|^claude-opus-4.7|^claude-4-7-opus|^claude-4.7-opus
claude-opus-4-8 5,25,.5,6.25 ^|^claude-opus-4.8|^claude-4-8-opus|^claude-4.8-opus
claude-opus-5 5,25,.5,6.25 =|=%-########|^%.0|^claude-5-opus|^claude-5.0-opus
claude-opus-5-5 4,20,.2,5 =|=%-########|^claude-opus-5.5|^claude-5-5-opus|^claude-5.5-opus
claude-sonnet-4-0 3,15,.3,3.75 ^claude-sonnet-4-2025|^|^claude-sonnet-4@|=claude-sonnet-4|^claude-4-sonnet
claude-sonnet-4-5 3>200000:6,15>200000:22.5,.3>200000:.6,3.75>200000:7.5 ^|^claude-sonnet-4.5
claude-sonnet-4-6 3>200000:6,15>200000:22.5,.3>200000:.6,3.75>200000:7.5;2026-03-13!3,15,.3,3.75 ^|^claude-sonnet-4.6
claude-sonnet-5 2,10,.2,2.5 ^|^claude-5-sonnet|^claude-5.0-sonnet
claude-v1 8,24
%arcee * - -
deepseek/deepseek-v4-flash-latest .14,.28,.028
deepseek/deepseek-v4-pro 1.74,3.48,.2
moonshotai/kimi-k3 3,15,.3
thinkingmachines/inkling-small .5,1.2,.1
trinity-large-thinking .25,.8,.06
zai-org/glm-5.2 1.4,4.4,.26
%avian - - -
meta-llama-3.1-405b-instruct 1.5,1.5
meta-llama-3.1-70b-instruct .45,.45
meta-llama-3.1-8b-instruct .1,.1
meta-llama-3.3-70b-instruct .45,.45
deepseek/deepseek-v3.2 .23,.33,.012
deepseek/deepseek-v4-flash .0805,.161,.0165
deepseek/deepseek-v4-pro 1.305,2.61,.10875
deepseek/deepseek-v4-pro-0813 .594,1.782,.0198
minimax/minimax-m2.5 .27,1.08,.15
moonshotai/kimi-k2.5 .45,2.2,.225
moonshotai/kimi-k2.6 .95,4,.16
xiaomi/mimo-v2.5 .2,.4,.05
xiaomi/mimo-v2.5-pro .435,.87,.0036
z-ai/glm-4.7 .388,1.806,.097
z-ai/glm-5 .516,2.322,.129
z-ai/glm-5.1 .743,2.971,.186
z-ai/glm-5.2 .495,1.733,.124
%aws *bedrock|*amazon - -
amazon.nova-2-sonic-v1:0 .33,2.75 *amazon.nova-2-sonic
amazon.nova-lite-v1:0 .06,.24,.015 *amazon.nova-lite
amazon.nova-micro-v1:0 .035,.14,.00875 *amazon.nova-micro
amazon.nova-premier-v1:0 2.5,12.5,.625 *amazon.nova-premier
amazon.nova-pro-v1:0 .8,3.2,.2 *amazon.nova-pro
amazon.nova-sonic-v1:0 .06,.24 *amazon.nova-sonic
amazon.titan-embed-text-v1 .1 *amazon.titan-embed-text
amazon.titan-text-express-v1 .2,.6 *titan-text-express
amazon.titan-text-lite-v1 .15,.2 *titan-text-lite
deepseek.r1-v1:0 1.35,5.4 *deepseek.r1
global.amazon.nova-2-lite-v1:0 .3,2.5,.075 *global.amazon.nova-2-lite
global.anthropic.claude-fable-5-1-v1:0 10,50,.25,12.5 $global.anthropic.claude-fable-5-1|*global.anthropic.claude-fable-5-1-v1
global.anthropic.claude-fable-5-v1:0 10,50,1,12.5 $global.anthropic.claude-fable-5|*global.anthropic.claude-fable-5-v1
global.anthropic.claude-haiku-4-5-20251001-v1:0 1,5,.1,1.25 *global.anthropic.claude-haiku-4-5-20251001
global.anthropic.claude-opus-4-5-v1:0 5,25,.5,6.25 *global.anthropic.claude-opus-4-5
global.anthropic.claude-opus-4-6-v1:0 5,25,.5,6.25 *global.anthropic.claude-opus-4-6
global.anthropic.claude-opus-4-7-v1:0 5,25,.5,6.25 *global.anthropic.claude-opus-4-7
global.anthropic.claude-opus-4-8-v1:0 5,25,.5,6.25 *global.anthropic.claude-opus-4-8
global.anthropic.claude-opus-5 5,25,.5,6.25 $|*%-v1
global.anthropic.claude-opus-5-5 4,20,.2,5 $|*%-v1
global.anthropic.claude-sonnet-4-20250514-v1:0 3,15,.3,3.75 *global.anthropic.claude-sonnet-4-20250514
global.anthropic.claude-sonnet-4-5-20250929-v1:0 3,15,.3,3.75 *global.anthropic.claude-sonnet-4-5-20250929
global.anthropic.claude-sonnet-4-6-v1:0 3,15,.3,3.75 *global.anthropic.claude-sonnet-4-6
global.anthropic.claude-sonnet-5-v1:0 2,10,.2,2.5 *global.anthropic.claude-sonnet-5
global.openai.gpt-5.6-luna .2>271999:.4,1.2>271999:1.8,.02>271999:.04,.25>271999:.5 *
global.openai.gpt-5.6-sol 5>271999:10,30>271999:45,.5>271999:1,6.25>271999:12.5;2026-08-21!4>271999:8,20>271999:30,.4>271999:.8,5>271999:10 *
global.openai.gpt-5.6-terra 2>271999:4,12>271999:18,.2>271999:.4,2.5>271999:5 *
google.gemma-3-12b-it .09,.29 *
google.gemma-3-27b-it .23,.38 *
google.gemma-3-4b-it .04,.08 *
meta.llama3-1-70b-instruct-v1:0 .72,.72 *meta.llama3-1-70b-instruct
meta.llama3-1-8b-instruct-v1:0 .22,.22 *meta.llama3-1-8b-instruct
meta.llama3-2-11b-instruct-v1:0 .16,.16 *meta.llama3-2-11b-instruct
meta.llama3-2-1b-instruct-v1:0 .1,.1 *meta.llama3-2-1b-instruct
meta.llama3-2-3b-instruct-v1:0 .15,.15 *meta.llama3-2-3b-instruct
meta.llama3-2-90b-instruct-v1:0 .72,.72 *meta.llama3-2-90b-instruct
meta.llama3-3-70b-instruct-v1:0 .72,.72 *meta.llama3-3-70b-instruct
meta.llama3-70b-instruct-v1:0 2.65,3.5 *meta.llama3-70b-instruct
meta.llama3-8b-instruct-v1:0 .3,.6 *meta.llama3-8b-instruct
meta.llama4-maverick-17b-instruct-v1:0 .24,.97 *meta.llama4-maverick-17b-instruct
meta.llama4-scout-17b-instruct-v1:0 .17,.66 *meta.llama4-scout-17b-instruct
mistral.devstral-2-123b .4,2 *
mistral.magistral-small-2509 .5,1.5 *
mistral.ministral-3-14b-instruct .2,.2 *
mistral.ministral-3-3b-instruct .1,.1 *
mistral.ministral-3-8b-instruct .15,.15 *
mistral.mistral-7b-instruct-v0:2 .15,.2 *mistral.mistral-7b-instruct-v0
mistral.mistral-large-2402-v1:0 4,12 *mistral.mistral-large-2402
mistral.mistral-large-3-675b-instruct .5,1.5 *
mistral.mistral-small-2402-v1:0 1,3 *mistral.mistral-small-2402
mistral.mixtral-8x7b-instruct-v0:1 .45,.7 *mistral.mixtral-8x7b-instruct-v0
mistral.pixtral-large-2502-v1:0 2,6 *mistral.pixtral-large-2502
mistral.voxtral-mini-3b-2507 .04,.04 *
mistral.voxtral-small-24b-2507 .1,.3 *
nvidia.nemotron-nano-3-30b:0 .06,.24 *nvidia.nemotron-nano-3-30b
nvidia.nemotron-nano-9b-v2:0 .06,.23 *nvidia.nemotron-nano-9b-v2
nvidia.nemotron-super-3-120b:0 .15,.65 *nvidia.nemotron-super-3-120b
openai.gpt-5.4 2.75,16.5,.275
openai.gpt-5.5 5.5,33,.55
openai.gpt-oss-120b-1:0 .15,.6 *openai.gpt-oss-120b-1
openai.gpt-oss-20b-1:0 .07,.3 *openai.gpt-oss-20b-1
qwen.qwen3-32b-v1:0 .15,.6 *qwen.qwen3-32b
qwen.qwen3-coder-30b-a3b-v1:0 .15,.6 *qwen.qwen3-coder-30b-a3b
qwen.qwen3-coder-480b-a35b-v1:0 .45,1.8 *qwen.qwen3-coder-480b-a35b
qwen.qwen3-vl-235b-a22b-v1:0 .53,2.66 *qwen.qwen3-vl-235b-a22b
regional.amazon.nova-2-lite-v1:0 .33,2.75,.0825 *us.amazon.nova-2-lite|*eu.amazon.nova-2-lite|*jp.amazon.nova-2-lite
regional.anthropic.claude-3-5-haiku-20241022-v1:0 .8,4,.08,1 *claude-3-5-haiku-20241022
regional.anthropic.claude-3-5-sonnet-20240620-v1:0 3,15,.3,3.75 *claude-3-5-sonnet-20240620
regional.anthropic.claude-3-5-sonnet-20241022-v2:0 3,15,.3,3.75 *claude-3-5-sonnet-20241022
regional.anthropic.claude-3-7-sonnet-20250219-v1:0 3,15,.3,3.75 *claude-3-7-sonnet-20250219
regional.anthropic.claude-3-haiku-20240307-v1:0 .25,1.25 *claude-3-haiku-20240307
regional.anthropic.claude-3-opus-20240229-v1:0 15,75 *claude-3-opus-20240229
regional.anthropic.claude-3-sonnet-20240229-v1:0 3,15,.3,3.75 *claude-3-sonnet-20240229
regional.anthropic.claude-fable-5-1-v1:0 11,55,.275,13.75 =anthropic.claude-fable-5-1|=claude-fable-5-1|^anthropic.claude-fable-5-1-v1|^claude-fable-5-1-v1|*us.anthropic.claude-fable-5-1-v1
regional.anthropic.claude-fable-5-v1:0 11,55,1.1,13.75 =anthropic.claude-fable-5|=claude-fable-5|^anthropic.claude-fable-5-v1|^claude-fable-5-v1|*us.anthropic.claude-fable-5-v1|*au.anthropic.claude-fable-5-v1|*eu.anthropic.claude-fable-5-v1|*jp.anthropic.claude-fable-5-v1
regional.anthropic.claude-haiku-4-5-20251001-v1:0 1.1,5.5,.11,1.375 ^anthropic.claude-haiku-4-5-20251001|^claude-haiku-4-5-20251001|*us.anthropic.claude-haiku-4-5-20251001|*au.anthropic.claude-haiku-4-5-20251001|*apac.anthropic.claude-haiku-4-5-20251001|*eu.anthropic.claude-haiku-4-5-20251001|*us-gov.anthropic.claude-haiku-4-5-20251001|*jp.anthropic.claude-haiku-4-5-20251001
regional.anthropic.claude-opus-4-1-20250805-v1:0 15,75,1.5,18.75 ^anthropic.claude-opus-4-1-20250805|^claude-opus-4-1-20250805|*us.anthropic.claude-opus-4-1-20250805|*au.anthropic.claude-opus-4-1-20250805|*apac.anthropic.claude-opus-4-1-20250805|*eu.anthropic.claude-opus-4-1-20250805|*us-gov.anthropic.claude-opus-4-1-20250805|*jp.anthropic.claude-opus-4-1-20250805
regional.anthropic.claude-opus-4-20250514-v1:0 15,75,1.5,18.75 ^anthropic.claude-opus-4-20250514|^claude-opus-4-20250514|*us.anthropic.claude-opus-4-20250514|*au.anthropic.claude-opus-4-20250514|*apac.anthropic.claude-opus-4-20250514|*eu.anthropic.claude-opus-4-20250514|*us-gov.anthropic.claude-opus-4-20250514|*jp.anthropic.claude-opus-4-20250514
regional.anthropic.claude-opus-4-5-v1:0 5.5,27.5,.55,6.875 ^anthropic.claude-opus-4-5|^claude-opus-4-5|*us.anthropic.claude-opus-4-5|*au.anthropic.claude-opus-4-5|*apac.anthropic.claude-opus-4-5|*eu.anthropic.claude-opus-4-5|*us-gov.anthropic.claude-opus-4-5|*jp.anthropic.claude-opus-4-5
regional.anthropic.claude-opus-4-6-v1:0 5.5,27.5,.55,6.875 ^anthropic.claude-opus-4-6|^claude-opus-4-6|*us.anthropic.claude-opus-4-6|*au.anthropic.claude-opus-4-6|*apac.anthropic.claude-opus-4-6|*eu.anthropic.claude-opus-4-6|*us-gov.anthropic.claude-opus-4-6|*jp.anthropic.claude-opus-4-6
regional.anthropic.claude-opus-4-7-v1:0 5.5,27.5,.55,6.875 ^anthropic.claude-opus-4-7|^claude-opus-4-7|*us.anthropic.claude-opus-4-7|*au.anthropic.claude-opus-4-7|*apac.anthropic.claude-opus-4-7|*eu.anthropic.claude-opus-4-7|*us-gov.anthropic.claude-opus-4-7|*jp.anthropic.claude-opus-4-7
regional.anthropic.claude-opus-4-8-v1:0 5.5,27.5,.55,6.875 ^anthropic.claude-opus-4-8|^claude-opus-4-8|*us.anthropic.claude-opus-4-8|*au.anthropic.claude-opus-4-8|*eu.anthropic.claude-opus-4-8|*jp.anthropic.claude-opus-4-8
regional.anthropic.claude-opus-5 5.5,27.5,.55,6.875 =anthropic.claude-opus-5|=claude-opus-5|^anthropic.claude-opus-5-v1|^claude-opus-5-v1|=us.anthropic.claude-opus-5|=au.anthropic.claude-opus-5|=eu.anthropic.claude-opus-5|=jp.anthropic.claude-opus-5|*us.anthropic.claude-opus-5-v1|*au.anthropic.claude-opus-5-v1|*eu.anthropic.claude-opus-5-v1|*jp.anthropic.claude-opus-5-v1
regional.anthropic.claude-opus-5-5 4.4,22,.22,5.5 =anthropic.claude-opus-5-5|=claude-opus-5-5|^anthropic.claude-opus-5-5-v1|^claude-opus-5-5-v1|=us.anthropic.claude-opus-5-5|=au.anthropic.claude-opus-5-5|=eu.anthropic.claude-opus-5-5|=jp.anthropic.claude-opus-5-5|*us.anthropic.claude-opus-5-5-v1|*au.anthropic.claude-opus-5-5-v1|*eu.anthropic.claude-opus-5-5-v1|*jp.anthropic.claude-opus-5-5-v1
regional.anthropic.claude-sonnet-4-20250514-v1:0 3,15,.3,3.75 ^anthropic.claude-sonnet-4-20250514|^claude-sonnet-4-20250514|*us.anthropic.claude-sonnet-4-20250514|*au.anthropic.claude-sonnet-4-20250514|*apac.anthropic.claude-sonnet-4-20250514|*eu.anthropic.claude-sonnet-4-20250514|*us-gov.anthropic.claude-sonnet-4-20250514|*jp.anthropic.claude-sonnet-4-20250514
regional.anthropic.claude-sonnet-4-5-20250929-v1:0 3.3,16.5,.33,4.125 ^anthropic.claude-sonnet-4-5-20250929|^claude-sonnet-4-5-20250929|*us.anthropic.claude-sonnet-4-5-20250929|*au.anthropic.claude-sonnet-4-5-20250929|*apac.anthropic.claude-sonnet-4-5-20250929|*eu.anthropic.claude-sonnet-4-5-20250929|*us-gov.anthropic.claude-sonnet-4-5-20250929|*jp.anthropic.claude-sonnet-4-5-20250929
regional.anthropic.claude-sonnet-4-6-v1:0 3.3,16.5,.33,4.125 ^anthropic.claude-sonnet-4-6|^claude-sonnet-4-6|*us.anthropic.claude-sonnet-4-6|*au.anthropic.claude-sonnet-4-6|*apac.anthropic.claude-sonnet-4-6|*eu.anthropic.claude-sonnet-4-6|*us-gov.anthropic.claude-sonnet-4-6|*jp.anthropic.claude-sonnet-4-6
regional.anthropic.claude-sonnet-5-v1:0 2.2,11,.22,2.75 ^anthropic.claude-sonnet-5|^claude-sonnet-5|*us.anthropic.claude-sonnet-5|*au.anthropic.claude-sonnet-5|*apac.anthropic.claude-sonnet-5|*eu.anthropic.claude-sonnet-5|*us-gov.anthropic.claude-sonnet-5|*jp.anthropic.claude-sonnet-5
regional.openai.gpt-5.6-luna 1.1,6.6,.11,1.375;2026-07-30!.22>271999:.44,1.32>271999:1.98,.022>271999:.044,.275>271999:.55 ^openai.gpt-5.6-luna|^gpt-5.6-luna|*us.openai.gpt-5.6-luna|*in.openai.gpt-5.6-luna
regional.openai.gpt-5.6-sol 5.5>271999:11,33>271999:49.5,.55>271999:1.1,6.875>271999:13.75;2026-08-21!4.4>271999:8.8,22>271999:33,.44>271999:.88,5.5>271999:11 ^openai.gpt-5.6-sol|^gpt-5.6-sol|*us.openai.gpt-5.6-sol
regional.openai.gpt-5.6-terra 2.75,16.5,.275,3.4375;2026-07-30!2.2>271999:4.4,13.2>271999:19.8,.22>271999:.44,2.75>271999:5.5 ^openai.gpt-5.6-terra|^gpt-5.6-terra|*us.openai.gpt-5.6-terra|*in.openai.gpt-5.6-terra
writer.palmyra-x4-v1:0 2.5,10 *writer.palmyra-x4
writer.palmyra-x5-v1:0 .6,6 *writer.palmyra-x5
%azure - - openai,anthropic,deepseek,x-ai,moonshotai
ada .1 =|=text-embedding-%|=text-embedding-%-002|=text-embedding-%-002-v2
babbage .4 =|=%-002
curie 2 =|=text-%|=text-%-001
davinci 2 =|=%-002|=text-%|=text-%-002
mai-ds-r1:free 0
o1 15,60,7.5 =|=%-2024-12-17
o1-mini 1.1,4.4,.55 =|=%-2024-09-12
o1-preview 15,60,7.5 =|=%-2024-09-12
o3-2025-04-16 2,8,.5 =o3|=
o3-mini 1.1,4.4,.55 =|=%-2025-01-31
o4-mini 1.1,4.4,.28 *
phi-3-medium-128k-instruct 1,1
phi-3-mini-128k-instruct .1,.1
phi-3.5-mini-128k-instruct .1,.1
phi-4 .07,.14
phi-4-mini-instruct .08,.35
phi-4-multimodal-instruct .05,.1
phi-4-reasoning-plus .07,.35
phi-4-reasoning-plus:free 0
phi-4-reasoning:free 0
text-embedding-3-large .13
text-embedding-3-small .02
wizardlm-2-8x22b .48,.48
%baseten * - -
deepseek-ai/deepseek-v4-flash-0731 .13,.26,.028
deepseek-ai/deepseek-v4-pro 1.74,3.48,.145
deepseek-ai/deepseek-v4-pro-0813 1.32,3.96,.132
moonshotai/kimi-k2.6 .95,4,.16
moonshotai/kimi-k2.7-code .95,4,.16
moonshotai/kimi-k3 3,15,.3
nvidia/nvidia-nemotron-3-ultra-550b-a55b .6,2.4,.12
openai/gpt-oss-120b .1,.5
thinkingmachines/inkling 1,4.05,.17
thinkingmachines/inkling-small .5,1.2,.1
zai-org/glm-4.7 .6,2.2,.12
zai-org/glm-5.2 1.4,4.4,.14
zai-org/glm-5.2-fast 2.1,6.6,.21
zai-org/glm-5.3 1.4,4.4,.14
zai-org/glm-5.3-flash .15,.5,.03
%cerebras * * -
gemma-4-31b .99,1.49 =|^cerebras/%|^cerebras:%
gpt-oss-120b .35,.75 =|^cerebras/%|^cerebras:%
llama-3.3-70b .85,1.2 =|^cerebras/%|^cerebras:%
llama3.1-8b .1,.1 =|^cerebras/%|^cerebras:%
qwen-3-32b .4,.8 =|^cerebras/%|^cerebras:%
qwen-3-coder-480b 0
zai-glm-4.7 2.25,2.75 =|^cerebras/%|^cerebras:%
%cloudflare * ^@cf/ -
@cf/ai4bharat/indictrans2-en-indic-1b .342,.342
@cf/aisingapore/gemma-sea-lion-v4-27b-it .351,.555
@cf/baai/bge-base-en-v1.5 .067
@cf/baai/bge-large-en-v1.5 .204
@cf/baai/bge-m3 .012
@cf/baai/bge-reranker-base .003
@cf/baai/bge-small-en-v1.5 .02
@cf/deepseek-ai/deepseek-r1-distill-qwen-32b .497,4.881
@cf/deepseek-ai/deepseek-v4-flash-0731 .44,1.32,.014
@cf/deepseek-ai/deepseek-v4-pro-0813 1.32,3.96,.044
@cf/google/gemma-3-12b-it .345,.556
@cf/google/gemma-4-26b-a4b-it .1,.3
@cf/huggingface/distilbert-sst-2-int8 .026
@cf/ibm-granite/granite-4.0-h-micro .017,.112
@cf/meta/llama-2-7b-chat-fp16 .556,6.667
@cf/meta/llama-3-8b-instruct .282,.827
@cf/meta/llama-3-8b-instruct-awq .123,.266
@cf/meta/llama-3.1-70b-instruct-fp8-fast .293,2.253
@cf/meta/llama-3.1-8b-instruct .282,.827
@cf/meta/llama-3.1-8b-instruct-awq .123,.266
@cf/meta/llama-3.1-8b-instruct-fp8 .152,.287
@cf/meta/llama-3.1-8b-instruct-fp8-fast .045,.384 =|=@cf/meta/llama-3.1-8b-instruct-fast
@cf/meta/llama-3.2-11b-vision-instruct .049,.676
@cf/meta/llama-3.2-1b-instruct .027,.201
@cf/meta/llama-3.2-3b-instruct .051,.335
@cf/meta/llama-3.3-70b-instruct-fp8-fast .293,2.253
@cf/meta/llama-4-scout-17b-16e-instruct .27,.85
@cf/meta/llama-guard-3-8b .484,.03
@cf/meta/m2m100-1.2b .342,.342
@cf/mistral/mistral-7b-instruct-v0.1 .11,.19
@cf/mistralai/mistral-small-3.1-24b-instruct .351,.555
@cf/moondream/moondream3.1-9b-a2b .3,1
@cf/moonshotai/kimi-k2.5 .6,3,.1
@cf/moonshotai/kimi-k2.6 .95,4,.16
@cf/moonshotai/kimi-k2.7-code .95,4,.19
@cf/nvidia/nemotron-3-120b-a12b .5,1.5
@cf/openai/gpt-oss-120b .35,.75
@cf/openai/gpt-oss-20b .2,.3
@cf/pfnet/plamo-embedding-1b .019
@cf/qwen/qwen2.5-coder-32b-instruct .66,1
@cf/qwen/qwen3-30b-a3b-fp8 .051,.335
@cf/qwen/qwen3-embedding-0.6b .012
@cf/qwen/qwen3.8-27b .45,3.2
@cf/qwen/qwq-32b .66,1
@cf/zai-org/glm-4.7-flash .06,.4
@cf/zai-org/glm-5.2 1.4,4.4,.26
@cf/zai-org/glm-5.3-flash .15,.5,.03
%cohere * ^command- -
c4ai-aya-expanse-32b .5,1.5 *aya-expanse-32b
c4ai-aya-expanse-8b .5,1.5 *aya-expanse-8b
command 1,2
command-a 2.5,10 =|=%-03-2025
command-light .3,.6 ^
command-r .15,.6 =|=%-08-2024
command-r-plus 2.5,10 =|=%-08-2024
command-r7b .0375,.15 =|=%-12-2024
embed-v4.0 .12
%cursor - ^composer- -
composer-2.5 .5,2.5,.2 =|=%[fast=false]
composer-2.5-fast 3,15,.5 =|=composer-2.5[fast=true]
grok-4.5 2,6,.5 =|=%[fast=false]
grok-4.5-fast 4,18,1 =|=grok-4.5[fast=true]
grok-4.6 2,6,.5 =|=%[fast=false]
grok-4.6-fast 4,12,1 =|=grok-4.6[fast=true]
%deepseek - ^ -
deepseek-chat .135,.55,.035;00:30/16:30!.27,1.1,.07 ^
deepseek-reasoner .135,.55,.035;00:30/16:30!.55,2.19,.14 =|^deepseek-r1
deepseek-v3.1-terminus .27,.95,.13
deepseek-v3.2 .2288,.3432
deepseek-v3.2-exp .27,.41
deepseek-v4-flash .14,.28,.0028;2026-08-17!.22,.66,.007;01:00/04:00!.44,1.32,.014;06:00/10:00!.44,1.32,.014 ^
deepseek-v4-pro .435,.87,.003625;2026-08-17!.66,1.98,.022;01:00/04:00!1.32,3.96,.044;06:00/10:00!1.32,3.96,.044 ^
%doubleword - - -
qwen/qwen3-14b-fp8 .05,.6
qwen/qwen3-embedding-8b .04
qwen/qwen3-vl-235b-a22b-instruct-fp8 .6,1.2
qwen/qwen3-vl-30b-a3b-instruct-fp8 .16,.8
qwen/qwen3.5-35b-a3b-fp8 .25,2
qwen/qwen3.5-397b-a17b .6,3.6
qwen/qwen3.5-9b .08,.7
qwen/qwen3.6-35b-a3b-fp8 .25,2
qwen/qwen3.8-27b-fp8 .45,3,.04
deepseek-ai/deepseek-v4-flash .14,.28
deepseek-ai/deepseek-v4-flash-0731 .09,.18,.02
deepseek-ai/deepseek-v4-pro 1.74,3.48
deepseek-ai/deepseek-v4.1-flash .15,.6,.01
google/gemma-4-31b-it .14,.4
mistralai/devstral-2-123b-instruct-2512 .4,2
moonshotai/kimi-k2.6 .95,4
moonshotai/kimi-k3 3,15,.3
nvidia/nvidia-nemotron-3-super-120b-a12b-nvfp4 .3,.75
openai/gpt-oss-20b .04,.3
zai-org/glm-5.1-fp8 1.4,4.4
zai-org/glm-5.2-fp8 .93,3,.19
%fireworks - ^accounts/%/ -
deepseek-r1-0528 3,8 =accounts/fireworks/models/%
deepseek-v3-0324 .9,.9 =accounts/fireworks/models/%
deepseek-v3p2 .56,1.68,.28 =accounts/fireworks/models/%
deepseek-v4-flash .14,.28,.028 =accounts/fireworks/models/%|=accounts/fireworks/models/%-0731
deepseek-v4-pro 1.74,3.48,.145 =accounts/fireworks/models/%
gemma-3-27b-it .1,.1 =accounts/fireworks/models/%
glm-4p7 .6,2.2 =accounts/fireworks/models/%
glm-5p1 1.4,4.4,.26 =accounts/fireworks/models/%
glm-5p1-fast 2.8,8.8,.52 =accounts/fireworks/routers/%
glm-5p2 1.4,4.4,.14 =accounts/fireworks/models/%
glm-5p2-fast 2.1,6.6,.21 =accounts/fireworks/routers/%|=accounts/fireworks/routers/%-us
gpt-oss-120b .15,.6,.014 =accounts/fireworks/models/%
gpt-oss-20b .07,.3,.035 =accounts/fireworks/models/%
inkling 1,4.05,.17 =accounts/fireworks/models/%
kimi-k2p5 .6,3,.1 =accounts/fireworks/models/%
kimi-k2p6 .95,4,.16 =accounts/fireworks/models/%
kimi-k2p6-fast 2,8,.3 =accounts/fireworks/routers/%
kimi-k2p7-code .95,4,.19 =accounts/fireworks/models/%
kimi-k2p7-code-fast 1.9,8,.38 =accounts/fireworks/routers/%
kimi-k3 3,15,.3 =accounts/fireworks/models/%
kimi-k3-fast 4.5,22.5,.45 =accounts/fireworks/routers/%
kimi-k3-us 3.3,16.5,.33 =accounts/fireworks/routers/%
llama-v3p1-8b-instruct .2,.2 =accounts/fireworks/models/%
llama4-maverick-instruct-basic .22,.88 =accounts/fireworks/models/%
minimax-m2p1 .3,1.2 =accounts/fireworks/models/%
minimax-m2p7 .3,1.2,.06 =accounts/fireworks/models/%
minimax-m3 .3,1.2,.06 =accounts/fireworks/models/%
nemotron-3-ultra-nvfp4 .6,2.4,.12 =accounts/fireworks/models/%
qwen2p5-vl-72b-instruct .9,.9 =accounts/fireworks/models/%
qwen3-235b-a22b .22,.88 =accounts/fireworks/models/%
qwen3p6-plus .5,3,.1 =accounts/fireworks/models/%
qwen3p7-plus .4,1.6,.08 =accounts/fireworks/models/%
%github-copilot *copilot - -
claude-fable-5 10,50,1,12.5
claude-fable-5.1 10,50,1,12.5
claude-haiku-4.5 1,5,.1,1.25
claude-opus-4.7 5,25,.5,6.25
claude-opus-4.8 5,25,.5,6.25
claude-opus-4.8-fast 10,50,1,12.5
claude-opus-5 5,25,.5,6.25
claude-sonnet-5 2,10,.2,2.5
gemini-3.5-flash 1.5,9,.15
gemini-3.6-flash .75,3.75,.075
gemini-3.7-flash .75,3.75,.075
gemini-3.8-flash .75,3.75,.075
gpt-3.5-turbo 0 =|=%-0613
gpt-4.1 0 =|=%-2025-04-14
gpt-4o 0 =|=%-2024-05-13|=%-2024-08-06|=%-2024-11-20|=gpt-4-o-preview
gpt-4o-mini 0 =|=%-2024-07-18
gpt-5-mini .25,2,.025 =|=%-####-##-##
gpt-5.3-codex 1.75,14,.175 =|=%-####-##-##
gpt-5.4 2.5>272000:5,15>272000:22.5,.25>272000:.5 =|=%-####-##-##
gpt-5.4-mini .75,4.5,.075 =|=%-####-##-##
gpt-5.5 5>272000:10,30>272000:45,.5>272000:1 =|=%-####-##-##
gpt-5.6-luna .2>200000:.4,1.2>200000:1.8,.02>200000:.04,.25>200000:.5 =|=%-####-##-##
gpt-5.6-sol 4>272000:8,20>272000:30,.4>272000:.8,5>272000:10 =|=%-####-##-##
gpt-5.6-terra 2>272000:4,12>272000:18,.2>272000:.4,2.5>272000:5 =|=%-####-##-##
grok-4.5 2>200000:4,6>200000:12,.5>200000:1
grok-4.6 2>200000:4,6>200000:12,.5>200000:1
kimi-k2.7-code .95,4,.19
kimi-k3 3,15,.3
mai-code-1-flash-picker .75,4.5,.075
mai-code-1.1-flash .2,1.2,.02
%google *|*vertex|*gemini *gemini anthropic
claude-3-5-haiku .8,4,.08,1 *
claude-3-5-sonnet 3,15,.3,3.75 *
claude-3-7-sonnet 3,15,.3,3.75 *
claude-3-haiku .25,1.25,.03,.3 *
claude-3-opus 15,75,1.5,18.75 *
claude-4-opus 15,75,1.5,18.75 *|*claude-opus-4@|*claude-opus-4-0|*claude-opus-4-1|=claude-opus-4
claude-4-sonnet 3,15,.3,3.75 *|*claude-sonnet-4-0|*claude-sonnet-4@|*claude-sonnet-4-2025|=claude-sonnet-4|=anthropic/claude-sonnet-4
claude-fable-5 10,50,1,12.5 $|*%@
claude-fable-5-1 10,50,.25,12.5 $|*%@
claude-opus-4-6 5>200000:10,25>200000:37.5,.5>200000:1,6.25>200000:12.5 *claude-4-6-opus|*|*claude-4.6-opus|*claude-opus-4.6
claude-opus-4-7 5,25,.5,6.25 *claude-4-7-opus|*|*claude-4.7-opus|*claude-opus-4.7
claude-opus-4-8 5,25,.5,6.25 *claude-4-8-opus|*|*claude-4.8-opus|*claude-opus-4.8
claude-opus-5 5,25,.5,6.25 *claude-5-opus|$|*%@|*claude-5.0-opus|*%.0
claude-opus-5-5 4,20,.2,5 *claude-5-5-opus|$|*%@|*claude-5.5-opus|*claude-opus-5.5
claude-sonnet-4-5 3>200000:6,15>200000:22.5,.3>200000:.6,3.75>200000:7.5 *|*claude-sonnet-4.5
claude-sonnet-4-6 3,15,.3,3.75 *|*claude-sonnet-4.6
gemini-1.0-pro-vision-001 .125,.375
gemini-1.5-flash .075>128000:.15,.3>128000:.6,.01875>128000:.0375 *
gemini-1.5-pro 1.25>128000:2.5,5>128000:10 *
gemini-2.0-flash .1,.4,.025 $|*%-0|*%-exp|*%-thinking|*%-latest
gemini-2.0-flash-lite .075,.3 *
gemini-2.5-flash .3,2.5,.03 =|=%-latest|=%-preview-09-2025
gemini-2.5-flash-image .3,2.5 =|=%-preview
gemini-2.5-flash-lite .1,.4,.01 =|^%-preview&!*-tts-&!$-tts
gemini-2.5-flash-lite-preview-tts .5,10
gemini-2.5-flash-preview .15,.6 *%-05-20|*%-04-17|=|=%:thinking
gemini-2.5-flash-tts .5,10 =|=gemini-2.5-flash-preview-tts
gemini-2.5-pro 1.25>200000:2.5,10>200000:15,.125>200000:.25 ^&!*-tts-&!$-tts
gemini-2.5-pro-tts 1,20 =|=gemini-2.5-pro-preview-tts
gemini-3-flash-preview .5,3,.05 =|^%-
gemini-3-pro-image-preview 2,12 =gemini-3-pro-image|^
gemini-3-pro-preview 2>200000:4,12>200000:18,.2>200000:.4 ^|=gemini-3-pro-text-preview
gemini-3.1-flash-image-preview .5,3 =gemini-3.1-flash-image|^
gemini-3.1-flash-lite .25,1.5,.025 =|^%-preview
gemini-3.1-flash-lite-image .25,1.5 ^
gemini-3.1-flash-live-preview .75,4.5 ^
gemini-3.1-pro-preview 2>200000:4,12>200000:18,.2>200000:.4 ^
gemini-3.5-flash 1.5,9,.15 =|^%-preview|^%-#
gemini-3.5-flash-lite .3,2.5,.03 ^
gemini-3.6-flash .75,3.75,.075;2027-01-01!1.5,7.5,.15 ^
gemini-3.7-flash .75,3.75,.075;2027-01-01!1.5,7.5,.15 ^
gemini-3.8-flash .75,3.75,.075;2027-01-01!1.5,7.5,.15 ^
gemini-embedding-001 .15
gemini-embedding-2 .2
gemini-flash-1.5 .075>128000:.15,.3>128000:.6,.01875>128000:.0375
gemini-flash-1.5-8b .0375>128000:.075,.15>128000:.3,.01>128000:.02
gemini-live-2.5-flash .5,2 ^|^gemini-2.5-flash-native-audio-preview|=gemini-2.5-flash-native-audio-latest
gemini-omni-flash-preview 1.5,9 ^
gemini-pro .125,.375 =|=gemini-1.0-pro
gemini-pro-1.5 1.25>128000:2.5,5>128000:10,.3125>128000:.625
gemma-2-27b-it .65,.65
gemma-3 0 ^%-|=
gemma-3n 0 ^
gemma-4-26b-a4b-it 0
gemma-4-26b-a4b-it-maas .15,.6,.015
gemma-4-31b-it 0
%groq - - -
deepseek-r1-distill-llama-70b .75,.99
gemma-7b-it .07,.07
gemma2-9b-it .2,.2 =|=gemma2-9b
llama-3.1-405b-reasoning .59,.79
llama-3.1-70b-versatile .59,.79
llama-3.1-8b-instant .05,.08
llama-3.2-11b-text-preview .18,.18
llama-3.2-11b-vision-preview .18,.18
llama-3.2-1b-preview .04,.04
llama-3.2-3b-preview .06,.06
llama-3.2-90b-text-preview .9,.9
llama-3.2-90b-vision-preview .9,.9
llama-3.3-70b-specdec .59,.99
llama-3.3-70b-versatile .59,.79
llama-guard-3-8b .2,.2
llama2-70b-4096 .7,.8
llama3-70b-8192 .59,.79
llama3-8b-8192 .05,.08
llama3-groq-70b-8192-tool-use-preview .89,.89
llama3-groq-8b-8192-tool-use-preview .19,.19
meta-llama/llama-4-maverick-17b-128e-instruct .2,.6
meta-llama/llama-4-scout-17b-16e-instruct .11,.34
meta-llama/llama-guard-4-12b .2,.2
mistral-saba-24b .79,.79
mixtral-8x7b-32768 .24,.24
moonshotai/kimi-k2-instruct 1,3,.5 =|=%-0905
openai/gpt-oss-120b .15,.6,.075 =|=openai/gpt-oss-safeguard-20b
openai/gpt-oss-20b .075,.3,.0375
qwen/qwen3-32b .29,.59
whisper-large-v3 ?
whisper-large-v3-turbo ?
%huggingface_cerebras *huggingface&*cerebras - -
meta-llama/llama-3.1-8b-instruct .1,.1 =|=%-fast
%huggingface_fireworks-ai *huggingface&*fireworks-ai - -
meta-llama/llama-3.3-70b-instruct .9,.9 =|=%-fast
openai/gpt-oss-120b .15,.6 =|=%-fast
openai/gpt-oss-20b .05,.2 =|=%-fast
%huggingface_groq *huggingface&*groq - -
qwen/qwen3-32b .29,.59 =|=%-fast
meta-llama/llama-3.3-70b-instruct .59,.79 =|=%-fast
meta-llama/llama-4-scout-17b-16e-instruct .11,.34 =|=%-fast
openai/gpt-oss-120b .15,.75 =|=%-fast
openai/gpt-oss-20b .1,.5 =|=%-fast
%huggingface_hyperbolic *huggingface&*hyperbolic - -
qwen/qwen2.5-vl-72b-instruct .6,.6 =|=%-fast
qwen/qwen2.5-vl-7b-instruct .2,.2 =|=%-fast
qwen/qwen3-235b-a22b-instruct-2507 2,2 =|=%-fast
qwen/qwen3-coder-480b-a35b-instruct 2,2 =|=%-fast
qwen/qwen3-next-80b-a3b-instruct .3,.3 =|=%-fast
qwen/qwen3-next-80b-a3b-thinking .3,.3 =|=%-fast
deepseek-ai/deepseek-r1 2,2 =|=%-fast
deepseek-ai/deepseek-r1-0528 3,3 =|=%-fast
deepseek-ai/deepseek-v3-0324 1.25,1.25 =|=%-fast
meta-llama/llama-3.3-70b-instruct .4,.4 =|=%-fast
openai/gpt-oss-120b .3,.3 =|=%-fast
openai/gpt-oss-20b .1,.1 =|=%-fast
%huggingface_nebius *huggingface&*nebius - -
nousresearch/hermes-4-405b 1,3 =|=%-fast
nousresearch/hermes-4-70b .13,.4 =|=%-fast
primeintellect/intellect-3-fp8 .2,1.1 =|=%-fast
qwen/qwen2.5-coder-7b .03,.09 =|=%-fast
qwen/qwen2.5-vl-72b-instruct .25,.75 =|=%-fast
qwen/qwen3-235b-a22b-instruct-2507 .2,.6 =|=%-fast
qwen/qwen3-235b-a22b-thinking-2507 .2,.8 =|=%-fast
qwen/qwen3-30b-a3b-instruct-2507 .1,.3 =|=%-fast
qwen/qwen3-30b-a3b-thinking-2507 .1,.3 =|=%-fast
qwen/qwen3-32b .1,.3 =|=%-fast
qwen/qwen3-coder-30b-a3b-instruct .1,.3 =|=%-fast
qwen/qwen3-coder-480b-a35b-instruct .4,1.8 =|=%-fast
deepseek-ai/deepseek-r1-0528 .8,2.4 =|=%-fast
deepseek-ai/deepseek-v3-0324 .75,2.25 =|=%-fast
google/gemma-2-2b-it .02,.06 =|=%-fast
google/gemma-2-9b-it .03,.09 =|=%-fast
google/gemma-3-27b-it .2,.6 =|=%-fast
meta-llama/llama-3.1-8b-instruct .03,.09 =|=%-fast
meta-llama/llama-3.3-70b-instruct .25,.75 =|=%-fast
moonshotai/kimi-k2-instruct .5,2.4 =|=%-fast
moonshotai/kimi-k2-thinking .6,2.5 =|=%-fast
nvidia/llama-3_1-nemotron-ultra-253b-v1 .6,1.8 =|=%-fast
nvidia/nvidia-nemotron-nano-12b-v2 .07,.2 =|=%-fast
openai/gpt-oss-120b .15,.6 =|=%-fast
zai-org/glm-4.5 .6,2.2 =|=%-fast
zai-org/glm-4.5-air .2,1.2 =|=%-fast
%huggingface_novita *huggingface&*novita - -
minimaxai/minimax-m1-80k .55,2.2 =|=%-fast
minimaxai/minimax-m2 .3,1.2 =|=%-fast|=%.1|=%.1-fast|=%.5|=%.5-fast
nousresearch/hermes-2-pro-llama-3-8b .14,.14 =|=%-fast
qwen/qwen2.5-72b-instruct .38,.4 =|=%-fast
qwen/qwen3-235b-a22b .2,.8 =|=%-fast
qwen/qwen3-235b-a22b-instruct-2507 .09,.58 =|=%-fast
qwen/qwen3-235b-a22b-thinking-2507 .3,3 =|=%-fast
qwen/qwen3-30b-a3b .09,.45 =|=%-fast
qwen/qwen3-32b .1,.45 =|=%-fast
qwen/qwen3-coder-480b-a35b-instruct .3,1.3 =|=%-fast
qwen/qwen3-coder-next .2,1.5 =|=%-fast
qwen/qwen3-next-80b-a3b-instruct .15,1.5 =|=%-fast
qwen/qwen3-next-80b-a3b-thinking .15,1.5 =|=%-fast
qwen/qwen3-vl-235b-a22b-instruct .3,1.5 =|=%-fast
qwen/qwen3-vl-235b-a22b-thinking .98,3.95 =|=%-fast
qwen/qwen3-vl-30b-a3b-instruct .2,.7 =|=%-fast
qwen/qwen3-vl-30b-a3b-thinking .2,1 =|=%-fast
qwen/qwen3-vl-8b-instruct .08,.5 =|=%-fast
qwen/qwen3.5-122b-a10b .4,3.2 =|=%-fast
qwen/qwen3.5-27b .3,2.4 =|=%-fast
qwen/qwen3.5-35b-a3b .25,2 =|=%-fast
qwen/qwen3.5-397b-a17b .6,3.6 =|=%-fast
sao10k/l3-70b-euryale-v2.1 1.48,1.48 =|=%-fast
sao10k/l3-8b-lunaris-v1 .05,.05 =|=%-fast
sao10k/l3-8b-stheno-v3.2 .05,.05 =|=%-fast
xiaomimimo/mimo-v2-flash .1,.3 =|=%-fast
alpindale/wizardlm-2-8x22b .62,.62 =|=%-fast
baidu/ernie-4.5-21b-a3b-pt .07,.28 =|=%-fast
baidu/ernie-4.5-300b-a47b-base-pt .28,1.1 =|=%-fast
baidu/ernie-4.5-vl-28b-a3b-pt .14,.56 =|=%-fast
baidu/ernie-4.5-vl-424b-a47b-base-pt .42,1.25 =|=%-fast
deepseek-ai/deepseek-prover-v2-671b .7,2.5 =|=%-fast
deepseek-ai/deepseek-r1 .7,2.5 =|=%-fast|=%-0528|=%-0528-fast
deepseek-ai/deepseek-r1-distill-llama-70b .8,.8 =|=%-fast
deepseek-ai/deepseek-v3 .4,1.3 =|=%-fast
deepseek-ai/deepseek-v3-0324 .27,1.12 =|=%-fast
deepseek-ai/deepseek-v3.1 .27,1 =|=%-fast|=%-terminus|=%-terminus-fast
deepseek-ai/deepseek-v3.2 .269,.4 =|=%-fast
deepseek-ai/deepseek-v3.2-exp .27,.41 =|=%-fast
meta-llama/llama-3.1-8b-instruct .02,.05 =|=%-fast
meta-llama/llama-3.3-70b-instruct .135,.4 =|=%-fast
meta-llama/llama-4-maverick-17b-128e-instruct-fp8 .27,.85 =|=%-fast
meta-llama/llama-4-scout-17b-16e-instruct .18,.59 =|=%-fast
meta-llama/meta-llama-3-70b-instruct .51,.74 =|=%-fast
meta-llama/meta-llama-3-8b-instruct .04,.04 =|=%-fast
moonshotai/kimi-k2-instruct .57,2.3 =|=%-fast
moonshotai/kimi-k2-instruct-0905 .6,2.5 =|=%-fast
moonshotai/kimi-k2-thinking .6,2.5 =|=%-fast
moonshotai/kimi-k2.5 .6,3 =|=%-fast
openai/gpt-oss-120b .05,.25 =|=%-fast
openai/gpt-oss-20b .04,.15 =|=%-fast
zai-org/autoglm-phone-9b-multilingual .035,.138 =|=%-fast
zai-org/glm-4-32b-0414 .55,1.66 =|=%-fast
zai-org/glm-4.5 .6,2.2 =|=%-fast
zai-org/glm-4.5-air .13,.85 =|=%-fast
zai-org/glm-4.5v .6,1.8 =|=%-fast
zai-org/glm-4.6 .55,2.2 =|=%-fast
zai-org/glm-4.6v-flash .3,.9 =|=%-fast
zai-org/glm-4.7 .6,2.2 =|=%-fast
zai-org/glm-4.7-flash .07,.4 =|=%-fast
zai-org/glm-5 1,3.2 =|=%-fast
%huggingface_nscale *huggingface&*nscale - -
qwen/qwq-32b .18,.2 =|=%-fast
qwen/qwen2.5-coder-32b-instruct .06,.2 =|=%-fast
qwen/qwen2.5-coder-3b-instruct .01,.03 =|=%-fast
qwen/qwen2.5-coder-7b-instruct .01,.03 =|=%-fast
qwen/qwen3-14b .07,.2 =|=%-fast
qwen/qwen3-235b-a22b .2,.6 =|=%-fast|=%-instruct-2507|=%-instruct-2507-fast
qwen/qwen3-32b .08,.25 =|=%-fast
qwen/qwen3-4b-instruct-2507 .01,.03 =|=%-fast
qwen/qwen3-4b-thinking-2507 .01,.03 =|=%-fast
qwen/qwen3-8b .07,.18 =|=%-fast
deepseek-ai/deepseek-r1-distill-llama-70b .75,.75 =|=%-fast
deepseek-ai/deepseek-r1-distill-llama-8b .05,.05 =|=%-fast
deepseek-ai/deepseek-r1-distill-qwen-1.5b .1,.1 =|=%-fast
deepseek-ai/deepseek-r1-distill-qwen-32b .3,.3 =|=%-fast
deepseek-ai/deepseek-r1-distill-qwen-7b .15,.15 =|=%-fast
meta-llama/llama-3.1-8b-instruct .06,.06 =|=%-fast
meta-llama/llama-3.3-70b-instruct .4,.4 =|=%-fast
meta-llama/llama-4-scout-17b-16e-instruct .09,.29 =|=%-fast
openai/gpt-oss-120b .1,.4 =|=%-fast
openai/gpt-oss-20b .05,.2 =|=%-fast
%huggingface_ovhcloud *huggingface&*ovhcloud - -
qwen/qwen2.5-vl-72b-instruct 1.01,1.01 =|=%-fast
qwen/qwen3-32b .09,.25 =|=%-fast
qwen/qwen3-coder-30b-a3b-instruct .07,.26 =|=%-fast
meta-llama/llama-3.1-8b-instruct .11,.11 =|=%-fast
meta-llama/llama-3.3-70b-instruct .74,.74 =|=%-fast
openai/gpt-oss-120b .09,.47 =|=%-fast
openai/gpt-oss-20b .05,.18 =|=%-fast
%huggingface_publicai *huggingface&*publicai - -
aisingapore/gemma-sea-lion-v4-27b-it .2,.4 =|=%-fast
aisingapore/qwen-sea-lion-v4-32b-it .25,.5 =|=%-fast
allenai/olmo-3-7b-instruct .1,.2 =|=%-fast
allenai/olmo-3.1-32b-instruct .2,.6 =|=%-fast
dicta-il/dictalm-3.0-24b-thinking .2,.4 =|=%-fast
swiss-ai/apertus-70b-instruct-2509 .82,2.92 =|=%-fast
swiss-ai/apertus-8b-instruct-2509 .1,.2 =|=%-fast
utter-project/eurollm-22b-instruct-2512 .1,.2 =|=%-fast
%huggingface_sambanova *huggingface&*sambanova - -
qwen/qwen3-32b .4,.8 =|=%-fast
deepseek-ai/deepseek-r1-0528 5,7 =|=%-fast
deepseek-ai/deepseek-r1-distill-llama-70b .7,1.4 =|=%-fast
deepseek-ai/deepseek-v3-0324 3,4.5 =|=%-fast
meta-llama/llama-3.1-8b-instruct .1,.2 =|=%-fast
meta-llama/llama-3.3-70b-instruct .6,1.2 =|=%-fast
openai/gpt-oss-120b .22,.59 =|=%-fast
tokyotech-llm/llama-3.3-swallow-70b-instruct-v0.4 .6,1.2 =|=%-fast
%huggingface_together *huggingface&*together - -
essentialai/rnj-1-instruct .15,.15 =|=%-fast
qwen/qwen2.5-7b-instruct .3,.3 =|=%-fast
qwen/qwen3-235b-a22b-instruct-2507 .2,.6 =|=%-fast
qwen/qwen3-coder-480b-a35b-instruct 2,2 =|=%-fast|=%-fp8|=%-fp8-fast
qwen/qwen3-coder-next-fp8 .5,1.2 =|=%-fast
qwen/qwen3-next-80b-a3b-instruct .15,1.5 =|=%-fast
qwen/qwen3-vl-8b-instruct .18000000000000002,.68 =|=%-fast
qwen/qwen3.5-397b-a17b .6,3.6 =|=%-fast
qwen/qwen3.5-9b .1,.15 =|=%-fast
servicenow-ai/apriel-1.6-15b-thinker 0 =|=%-fast
deepcogito/cogito-671b-v2.1 1.25,1.25 =|=%-fast|=%-fp8|=%-fp8-fast
deepseek-ai/deepseek-r1 3,7 =|=%-fast|=%-0528|=%-0528-fast
deepseek-ai/deepseek-v3 1.25,1.25 =|=%-fast|=%-0324|=%-0324-fast
deepseek-ai/deepseek-v3.1 .6,1.7 =|=%-fast
google/gemma-3n-e4b-it .02,.04 =|=%-fast
meta-llama/llama-3.3-70b-instruct .88,.88 =|=%-fast
meta-llama/llama-4-maverick-17b-128e-instruct-fp8 .27,.85 =|=%-fast
moonshotai/kimi-k2.5 .5,2.8 =|=%-fast
openai/gpt-oss-120b .15,.6 =|=%-fast
openai/gpt-oss-20b .05,.2 =|=%-fast
zai-org/glm-4.5-air-fp8 .2,1.1 =|=%-fast
zai-org/glm-4.6 .6,2.2 =|=%-fast
zai-org/glm-4.7-fp8 .45,2 =|=%-fast
zai-org/glm-5 1,3.2 =|=%-fast
%minimax - ^%-m|=%-01|=m2-her -
m2-her .3,1.2
minimax-m2 .3,1.2,.03,.375 =|=%.1|=%.5
minimax-m2.1-highspeed .6,2.4,.03,.375 *m2.1-highspeed
minimax-m2.5-highspeed .6,2.4,.03,.375 *m2.5-highspeed
minimax-m2.7 .3,1.2,.06,.375
minimax-m2.7-highspeed .6,2.4,.06,.375 *m2.7-highspeed
minimax-01 .2,1.1
minimax-m1 .4,2.2
minimax-m3 .3>512000:.6,1.2>512000:2.4,.06>512000:.12
%mistral ^ ^&!*/|^codestral&!*/|^devstral&!*/|^magistral&!*/|^ministral&!*/|^mixtral&!*/|^pixtral&!*/|^voxtral&!*/|^open-%&!*/|^open-mixtral&!*/|^labs-%&!*/|^labs-codestral&!*/|^labs-devstral&!*/|^labs-magistral&!*/|^labs-ministral&!*/|^labs-mixtral&!*/|^labs-pixtral&!*/|^labs-voxtral&!*/|^labs-open-%&!*/|^labs-open-mixtral&!*/ -
codestral .3,.9 =%-latest|=%-2501
codestral-2508 .3,.9,.03
devstral-2512 .4,2,.04
devstral-small .1,.3 =|=%-2505|=%-2507|=%-latest|=labs-%-2512
devstral-small:free 0
magistral-medium 2,5 ^
magistral-small .5,1.5 ^%-
ministral-14b-2512 .2,.2,.02
ministral-3b .04,.04
ministral-3b-2512 .1,.1,.01
ministral-8b .1,.1 =|=%-2410
ministral-8b-2512 .15,.15,.015
ministral-8b-latest .1,.1;2025-12-02!.15,.15,.015
mistral-7b .25,.25 =|=open-%
mistral-embed .1,.1
mistral-large 2,6 =|=%-latest|=%-2407|=%-2411
mistral-large-2512 .5,1.5,.05
mistral-medium-2312 2.7,8.1
mistral-medium-3-1 .4,2,.04 =mistral-medium|=mistral-medium-2505|=mistral-medium-2508
mistral-medium-3-5 1.5,7.5,.15 =mistral-medium-3.5|=|=mistral-medium-3
mistral-medium-latest .4,2,.04;2026-06-16!1.5,7.5,.15
mistral-nemo .15,.15 =|=open-%
mistral-nemo:free 0
mistral-ocr-2503 ? =|=%-completion
mistral-ocr-2505 ? =|=%-completion
mistral-ocr-2512 ? =|=%-completion
mistral-ocr-4-0 ? =|=%-completion
mistral-ocr-4-1 ? =mistral-ocr-4|=mistral-ocr-4-completion|=|=%-completion
mistral-ocr-latest ? =|=%-completion
mistral-saba .2,.6 =|=%-latest
mistral-small-24b-instruct-2501 .05,.08
mistral-small-24b-instruct-2501:free 0
mistral-small-2603 .15,.6,.015
mistral-small-3.1-24b-instruct .351,.555
mistral-small-3.2-24b-instruct .075,.2
mistral-small-latest .1,.3
mistral-tiny .25,.25
mixtral-8x22b-instruct .9,.9
mixtral-8x7b .7,.7 ^|=open-%
pixtral-12b .15,.15 =|=%-latest
pixtral-large 2,6 =%-latest|=%-2411
voxtral-mini-2602 ? =voxtral-mini-latest|=
voxtral-small-24b-2507 .1,.3,.01;2026-08-11!.1,.4,.01 =|=voxtral-small-2507|=voxtral-small-latest
%modal * - -
moonshotai/kimi-k3 3,15,.3
thinkingmachines/inkling-nvfp4 1.2,5,.27
%moonshotai *moonshot ^kimi|^moonshot -
kimi-k2 .57,2.3
kimi-k2-0711-preview .6,2.5,.15
kimi-k2-0905-preview .6,2.5,.15
kimi-k2-thinking .6,2.5,.15
kimi-k2-thinking-turbo 1.15,8,.15
kimi-k2-turbo-preview 1.15,8,.15 ^kimi-k2-turbo
kimi-k2.5 .6,3,.1 ^
kimi-k2.6 .95,4,.16 ^
kimi-k2.7-code .95,4,.19
kimi-k2.7-code-highspeed 1.9,8,.38
kimi-k3 3,15,.3
moonshot-v1-128k 2,5 =|=%-vision-preview
moonshot-v1-32k 1,3 =|=%-vision-preview
moonshot-v1-8k .2,2 =|=%-vision-preview
%novita - - -
sao10k/l3-8b-stheno-v3.2 .05,.05
cognitivecomputations/dolphin-mixtral-8x22b .9,.9
deepseek/deepseek-r1 4,4
deepseek/deepseek-r1-distill-llama-70b .8,.8
deepseek/deepseek-r1-distill-llama-8b .04,.04
deepseek/deepseek-r1-distill-qwen-14b .15,.15
deepseek/deepseek-r1-distill-qwen-32b .3,.3
deepseek/deepseek_v3 .89,.89
google/gemma-2-9b-it .08,.08
gryphe/mythomax-l2-13b .09,.09
jondurbin/airoboros-l2-70b .5,.5
meta-llama/llama-3-70b-instruct .51,.74
meta-llama/llama-3-8b-instruct .04,.04
meta-llama/llama-3.1-70b-instruct .34,.39
meta-llama/llama-3.1-8b-instruct .05,.05 =|=%-max
meta-llama/llama-3.1-8b-instruct-bf16 .06,.06
meta-llama/llama-3.2-11b-vision-instruct .06,.06
meta-llama/llama-3.2-1b-instruct .02,.02
meta-llama/llama-3.2-3b-instruct .03,.05
meta-llama/llama-3.3-70b-instruct .39,.39
microsoft/wizardlm-2-8x22b .62,.62
mistralai/mistral-7b-instruct .059,.059
mistralai/mistral-nemo .17,.17
nousresearch/hermes-2-pro-llama-3-8b .14,.14
nousresearch/nous-hermes-llama2-13b .17,.17
openchat/openchat-7b .06,.06
qwen/qwen-2-7b-instruct .054,.054
qwen/qwen-2-vl-72b-instruct .45,.45
qwen/qwen-2.5-72b-instruct .38,.4
sao10k/l3-70b-euryale-v2.1 1.48,1.48
sao10k/l3-8b-lunaris .05,.05
sao10k/l31-70b-euryale-v2.2 1.48,1.48
sophosympatheia/midnight-rose-70b .8,.8
teknium/openhermes-2.5-mistral-7b .17,.17
%openai * ^gpt-|=whisper-1|^o1|^o3|^o4 -
ada .4,.4 =|=text-%-001
babbage .5,.5
chatgpt-4o-latest 5,15
codex-mini 1.5,6,.375 =|=%-latest
computer-use 3,12 ^
curie 2,2 =|=text-%-001
davinci 20,20 =|=text-%-001
ft:gpt-3.5-turbo- 3,6 ^ft:gpt-3.5-turbo
ft:gpt-4o 3.75,15 ^%-2024-
ft:gpt-4o-mini .3,1.2 ^%-2024-
gpt-3.5-0301 1.5,2 =gpt-3.5-turbo-0301|=
gpt-3.5-turbo .5,1.5 =|=gpt-35-turbo|=%-0125
gpt-3.5-turbo-0613 1.5,2
gpt-3.5-turbo-1106 1,2
gpt-3.5-turbo-16k 3,4 =|=%-0613|=gpt-35-turbo-16k-0613|=gpt-35-turbo-16k
gpt-3.5-turbo-instruct 1.5,2 ^
gpt-4 30,60 =|=%-0314|=%-0613|^ft:%-0
gpt-4-32k 60,120 =|=%-0314|=%-0613
gpt-4-turbo 10,30 =|=%-2024-04-09|=%-0125-preview|=gpt-4-0125-preview|=gpt-4-1106-preview|=%-preview
gpt-4-vision-preview 10,30 =|=gpt-4-1106-vision-preview
gpt-4.1 2,8,.5 =|=%-2025-04-14
gpt-4.1-mini .4,1.6,.1 =|=%-2025-04-14
gpt-4.1-nano .1,.4,.025 =|=%-2025-04-14
gpt-4.5-preview 75,150,37.5 ^
gpt-4o 2.5,10,1.25 =|=%-2024-08-06|=%-2024-11-20
gpt-4o-2024-05-13 5,15
gpt-4o-audio-preview 2.5,10 ^
gpt-4o-mini .15,.6,.075 =|=%-2024-07-18|=%-search-preview|=%-search-preview-2025-03-11
gpt-4o-mini-2024-07-18.ft- .3,1.2 ^
gpt-4o-mini-audio-preview .15,.6 ^gpt-4o-mini-audio
gpt-4o-mini-realtime-preview .6,2.4,.3 ^gpt-4o-mini-realtime
gpt-4o-mini-transcribe 1.25,5
gpt-4o-mini-tts .6,12
gpt-4o-realtime-preview 5,20,2.5 ^gpt-4o-realtime
gpt-4o-search-preview 2.5,10 =|=%-2025-03-11
gpt-4o-transcribe 2.5,10 =|=%-diarize
gpt-4o:extended 6,18
gpt-5 1.25,10,.125 =|=%-2025-08-07|=%-chat|=%-chat-latest|=%-codex
gpt-5-image 10,10,1.25
gpt-5-image-mini 2.5,2,.25
gpt-5-mini .25,2,.025 =|=%-2025-08-07
gpt-5-nano .05,.4,.005 =|^%-
gpt-5-pro 15,120 =|=%-2025-10-06
gpt-5.1 1.25,10,.125 =|=%-2025-11-13|=%-codex|=%-codex-max|=%-chat|=%-chat-latest|=gpt-5-1|=gpt-5-1-2025-11-13|=gpt-5-1-codex|=gpt-5-1-codex-max|=gpt-5-1-chat|=gpt-5-1-chat-latest
gpt-5.1-codex-mini .25,2,.025 =|=gpt-5.1-mini|=gpt-5-1-codex-mini|=gpt-5-1-mini
gpt-5.2 1.75,14,.175 =|=%-2025-12-11|=gpt-5-2|=gpt-5-2-2025-12-11|=%-chat|=%-chat-latest|=gpt-5-2-chat|=gpt-5-2-chat-latest|=%-codex|=gpt-5-2-codex
gpt-5.2-pro 21,168 =|=%-2025-12-11|=gpt-5-2-pro-2025-12-11
gpt-5.3 1.75,14,.175 =|=gpt-5-3|=%-chat|=%-chat-latest|=gpt-5-3-chat|=gpt-5-3-chat-latest
gpt-5.3-codex 1.75,14,.175 =|=gpt-5-3-codex
gpt-5.4 2.5>271999:5,15>271999:22.5,.25>271999:.5 =|=%-2026-03-05|=gpt-5-4|=gpt-5-4-2026-03-05
gpt-5.4-image-2 8,15,2
gpt-5.4-mini .75,4.5,.075 =|=%-2026-03-17|=gpt-5-4-mini|=gpt-5-4-mini-2026-03-17
gpt-5.4-nano .2,1.25,.02 =|=%-2026-03-17|=gpt-5-4-nano|=gpt-5-4-nano-2026-03-17
gpt-5.4-pro 30>271999:60,180>271999:270 =|=%-2026-03-05|=gpt-5-4-pro|=gpt-5-4-pro-2026-03-05
gpt-5.5 5>271999:10,30>271999:45,.5>271999:1 =|=%-2026-04-23|=%-2026-04-24|=gpt-5-5|=gpt-5-5-2026-04-23|=gpt-5-5-2026-04-24|=%-chat|=%-chat-latest|=gpt-5-5-chat|=gpt-5-5-chat-latest|=%-codex|=gpt-5-5-codex
gpt-5.5-pro 30>271999:60,180>271999:270 =|=%-2026-04-23|=gpt-5-5-pro|=gpt-5-5-pro-2026-04-23
gpt-5.6-luna 1>271999:2,6>271999:9,.1>271999:.2,1.25>271999:2.5;2026-07-30!.2>271999:.4,1.2>271999:1.8,.02>271999:.04,.25>271999:.5 =|=gpt-5-6-luna|=%-####-##-##|=gpt-5-6-luna-####-##-##
gpt-5.6-sol 5>271999:10,30>271999:45,.5>271999:1,6.25>271999:12.5;2026-08-21!4>271999:8,20>271999:30,.4>271999:.8,5>271999:10 =|=gpt-5-6-sol|=gpt-5.6|=gpt-5-6|=%-####-##-##|=gpt-5-6-sol-####-##-##
gpt-5.6-terra 2.5>271999:5,15>271999:22.5,.25>271999:.5,3.125>271999:6.25;2026-07-30!2>271999:4,12>271999:18,.2>271999:.4,2.5>271999:5 =|=gpt-5-6-terra|=%-####-##-##|=gpt-5-6-terra-####-##-##
gpt-6-astra 10>271999:20,50>271999:75,1>271999:2,12.5>271999:25 =|=%-####-##-##
gpt-6-luna .1>272000:.2,.5>272000:.75,.01>272000:.02,.125>272000:.25 =|=%-####-##-##
gpt-6-sol 2>272000:4,10>272000:15,.2>272000:.4,2.5>272000:5 =|=%-####-##-##
gpt-audio 2.5,10 =|=%-2025-08-28|=%-1.5
gpt-audio-mini .6,2.4 =|=%-2025-10-06|=%-2025-12-15
gpt-chat-latest 5,30,.5
gpt-image-1 5,40,1.25
gpt-image-1-mini 2,8,.2
gpt-image-1.5 5,10,1.25 =|=%-2025-12-16
gpt-image-2 5,30,1.25 =|=%-2026-04-21
gpt-oss-120b .039,.18
gpt-oss-20b .029,.14
gpt-oss-safeguard-20b .075,.3,.037
gpt-realtime 4,16,.4 =|=%-2025-08-28|=%-1.5
gpt-realtime-2 4,24,.4 =|=%.1
gpt-realtime-mini .6,2.4,.06 =|=gpt-realtime-2.1-mini|=%-2025-12-15|=%-2025-10-06
gpt-transcribe ?
moderation 0 *
o1 15,60,7.5 =|=%-2024-12-17
o1-mini 1.1,4.4,.55 =|=%-2024-09-12
o1-preview 15,60,7.5 =|=%-2024-09-12
o1-pro 150,600 =|=%-2025-03-19
o3 10,40,.5;2025-06-10!2,8,.5 =|=%-2025-04-16
o3-deep-research 10,40,2.5 =|=%-2025-06-26
o3-mini 1.1,4.4,.55 =|=%-2025-01-31|=%-high
o3-pro 20,80 =|=%-2025-06-10
o4-mini 1.1,4.4,.275 =%-2025-04-16|=%-high|=
o4-mini-deep-research 2,8,.5 =|=%-2025-06-26
text-davinci-002 20,20
text-davinci-003 20,20
text-embedding-3-large .13
text-embedding-3-small .02
text-embedding-ada-002 .1 =text-embedding-ada|=|=%-v2
whisper-1 ?
%openrouter - - -
01-ai/yi-large 3,3
aetherwiing/mn-starcannon-12b .8,1.2
agentica-org/deepcoder-14b-preview:free 0
ai21/jamba-1-5-large 2,8
ai21/jamba-1-5-mini .2,.4
ai21/jamba-1.6-large 2,8
ai21/jamba-1.6-mini .2,.4
ai21/jamba-instruct .5,.7
ai21/jamba-large-1.7 2,8
aion-labs/aion-1.0 4,8
aion-labs/aion-1.0-mini .7,1.4
aion-labs/aion-2.0 .8,1.6,.2
aion-labs/aion-rp-llama-3.1-8b .2,.2
alfredpros/codellama-7b-instruct-solidity .8,1.2
all-hands/openhands-lm-32b-v0.1 2.6,3.4
allenai/molmo-7b-d:free 0
allenai/olmo-3-32b-think .15,.5
alpindale/goliath-120b 6.5625,9.375
alpindale/magnum-72b 1.5,2.25
amazon/nova-2-lite-v1 .3,2.5
amazon/nova-lite-v1 .06,.24
amazon/nova-micro-v1 .035,.14
amazon/nova-premier-v1 2.5,12.5,.625
amazon/nova-pro-v1 .8,3.2
anthracite-org/magnum-v2-72b 3,3
anthracite-org/magnum-v4-72b 1.5,2.25
anthropic/claude-2 8,24 =|=%.0|=%.0:beta|=%.1|=%.1:beta|=%:beta
anthropic/claude-3-haiku .25,1.25 =|=%:beta
anthropic/claude-3-opus 15,75 =|=%:beta
anthropic/claude-3-sonnet 3,15 =|=%:beta
anthropic/claude-3.5-haiku .8,4 =|=%-20241022|=%-20241022:beta|=%:beta
anthropic/claude-3.5-sonnet 3,15 =|=%-20240620|=%-20240620:beta|=%:beta
anthropic/claude-3.7-sonnet 3,15 =|=%:beta|=%:thinking
anthropic/claude-fable-5 10,50,1,12.5 =|=%:beta
anthropic/claude-fable-5.1 10,50,.25,12.5 =|=%:beta
anthropic/claude-haiku-4.5 1,5,.1,1.25 =|=anthropic/claude-4.5-haiku-20251001|=anthropic/claude-4.5-haiku-20251001:beta|=%-20251001|=%-20251001:beta|=%:beta
anthropic/claude-opus-4 15,75,1.5,18.75 =|=%.1
anthropic/claude-opus-4.5 5,25,.5,6.25 =|=anthropic/claude-4.5-opus-20251124|=anthropic/claude-4.5-opus-20251124:beta|=%-20251124|=%-20251124:beta|=%:beta
anthropic/claude-opus-4.6 5,25,.5,6.25 =|=anthropic/claude-4.6-opus-20260205|=anthropic/claude-4.6-opus-20260205:beta|=%-20260205|=%-20260205:beta|=%:beta
anthropic/claude-opus-4.6-fast 30,150,3,37.5
anthropic/claude-opus-4.7 5,25,.5,6.25 =|=%:beta
anthropic/claude-opus-4.7-fast 30,150,3,37.5
anthropic/claude-opus-4.8 5,25,.5,6.25 =|=%:beta
anthropic/claude-opus-4.8-fast 10,50,1,12.5
anthropic/claude-opus-5 5,25,.5,6.25 =|=%:beta
anthropic/claude-opus-5-fast 10,50,1,12.5
anthropic/claude-opus-5.5 4,20,.2,5 =|=%:beta
anthropic/claude-sonnet-4 3,15,.3,3.75
anthropic/claude-sonnet-4.5 3>200000:6,15>200000:22.5,.3>200000:.6,3.75>200000:7.5 =|=anthropic/claude-4.5-sonnet-20250929|=anthropic/claude-4.5-sonnet-20250929:beta|=%-20250929|=%-20250929:beta|=%:beta
anthropic/claude-sonnet-4.6 3,15,.3,3.75 =|=anthropic/claude-4.6-sonnet-20260217|=anthropic/claude-4.6-sonnet-20260217:beta|=%-20260217|=%-20260217:beta|=%:beta
anthropic/claude-sonnet-5 2,10,.2,2.5 =|=%:beta
anubis-pro-105b-v1 .8,1
arcee-ai/coder-large .5,.8
arcee-ai/trinity-large-thinking .22,.85,.06
arcee-ai/trinity-mini .045,.15
arcee-ai/virtuoso-large .75,1.2
arcee-blitz .45,.75
arliai/qwq-32b-arliai-rpr-v1:free 0
baidu/ernie-4.5-vl-424b-a47b .42,1.25
bytedance-research/ui-tars-72b:free 0
bytedance-seed/seed-1.6 .25,2
bytedance-seed/seed-1.6-flash .075,.3
bytedance-seed/seed-2.0-lite .25,2
bytedance-seed/seed-2.0-mini .1,.4
bytedance/ui-tars-1.5-7b .1,.2
caller-large .55,.85
chatgpt-4o-latest 5,15
claude-2 8,24 =|=%.0|=%.0:beta|=%.1|=%.1:beta|=%:beta
claude-3-opus 15,75,1.5,18.75 =|=%:beta
claude-3-sonnet 3,15,.3,3.75 =|=%:beta
claude-3.5-sonnet 3,15,.3,3.75 =|=%-20240620|=%-20240620:beta|=%:beta
claude-3.7-sonnet 3,15,.3,3.75 =|=%:beta|=%:thinking
codellama-7b-instruct-solidity .8,1.2
codestral-2501 .3,.9
codex-mini 1.5,6,.375
cognitivecomputations/dolphin-mistral-24b-venice-edition:free 0
cognitivecomputations/dolphin-mixtral-8x22b .9,.9
cognitivecomputations/dolphin-mixtral-8x7b .5,.5
cognitivecomputations/dolphin3.0-mistral-24b:free 0
cognitivecomputations/dolphin3.0-r1-mistral-24b:free 0
cohere/command 1,2
cohere/command-a 2.5,10
cohere/command-r .5,1.5 =|=%-03-2024
cohere/command-r-08-2024 .15,.6
cohere/command-r-plus 3,15 =|=%-04-2024
cohere/command-r-plus-08-2024 2.5,10
cohere/command-r7b-12-2024 .0375,.15
command 1,2
command-r .5,1.5 =|=%-03-2024
command-r-plus 3,15 =|=%-04-2024
deepcoder-14b-preview:free 0
deepcogito/cogito-v2.1-671b 1.25,1.25
deephermes-3-llama-3-8b-preview:free 0
deepseek-chat-v3-0324:free 0
deepseek-chat:free 0
deepseek-prover-v2 .5,2.18
deepseek-r1-0528-qwen3-8b .05,.1
deepseek-r1-0528-qwen3-8b:free 0
deepseek-r1-0528:free 0
deepseek-r1-distill-llama-70b:free 0
deepseek-r1-distill-llama-8b .04,.04
deepseek-r1-distill-qwen-1.5b .18,.18
deepseek-r1-distill-qwen-14b .15,.15
deepseek-r1-distill-qwen-14b:free 0
deepseek-r1-distill-qwen-32b:free 0
deepseek-r1-distill-qwen-7b .1,.2
deepseek-r1:free 0
deepseek-r1t-chimera:free 0
deepseek-v3-base:free 0
deepseek/deepseek-chat .38,.89
deepseek/deepseek-chat-v3-0324 .3,.88
deepseek/deepseek-chat-v3-0324:free 0
deepseek/deepseek-chat-v3.1 .21,.79,.13
deepseek/deepseek-chat:free 0
deepseek/deepseek-r1 .45,2.15
deepseek/deepseek-r1-0528 .5,2.15
deepseek/deepseek-r1-distill-llama-70b .1,.4
deepseek/deepseek-r1-distill-llama-70b:free 0
deepseek/deepseek-r1-distill-llama-8b .04,.04
deepseek/deepseek-r1-distill-qwen-1.5b .18,.18
deepseek/deepseek-r1-distill-qwen-14b .15,.15
deepseek/deepseek-r1-distill-qwen-14b:free 0
deepseek/deepseek-r1-distill-qwen-32b .12,.18
deepseek/deepseek-r1-distill-qwen-32b:free 0
deepseek/deepseek-r1-zero:free 0
deepseek/deepseek-r1:free 0
deepseek/deepseek-v3-base:free 0
deepseek/deepseek-v3.1-terminus .23,.9
deepseek/deepseek-v3.2 .2288,.3432
deepseek/deepseek-v3.2-exp .27,.41
deepseek/deepseek-v4-flash .0983,.1966,.0197
deepseek/deepseek-v4-pro .435,.87,.003625
devstral-small .06,.12
devstral-small:free 0
dobby-mini-unhinged-plus-llama-3.1-8b .2,.2
dolphin-mixtral-8x22b .9,.9
dolphin3.0-mistral-24b:free 0
dolphin3.0-r1-mistral-24b:free 0
eleutherai/llemma_7b .8,1.2
essentialai/rnj-1-instruct .15,.15
eva-llama-3.33-70b 4,6
eva-qwen-2.5-32b 2.6,3.4
eva-qwen-2.5-72b 4,6
eva-unit-01/eva-llama-3.33-70b 4,6
eva-unit-01/eva-qwen-2.5-32b 2.6,3.4
eva-unit-01/eva-qwen-2.5-72b .9,1.2
featherless/qwerky-72b:free 0
fimbulvetr-11b-v2 .8,1.2
gemini-2.0-flash-001 .1,.4,.025,.1833
gemini-2.0-flash-exp:free 0
gemini-2.0-flash-lite-001 .075,.3
gemini-2.5-flash-lite-preview-06-17 .1,.4
gemini-2.5-flash-preview .15,.6,.0375,.2333 =|=%-05-20
gemini-2.5-flash-preview-05-20:thinking .15,3.5,.0375,.2333
gemini-2.5-flash-preview:thinking .15,3.5,.0375,.2333
gemini-2.5-pro-exp-03-25 0
gemini-flash-1.5 .075,.3,.01875,.1583
gemini-flash-1.5-8b .0375,.15,.01,.0583
gemini-pro-1.5 1.25,5
gemma-2-9b-it .2,.2
gemma-2-9b-it:free 0
gemma-3-12b-it:free 0
gemma-3-27b-it:free 0
gemma-3-4b-it:free 0
gemma-3n-e4b-it:free 0
glm-4-32b .24,.24
glm-4-32b:free 0
glm-4.5-air:free 0
glm-5v-turbo 1.2,4,.24
glm-z1-32b .24,.24
glm-z1-32b:free 0
glm-z1-rumination-32b .24,.24
goliath-120b 10,12.5
google/gemini-2.0-flash-001 .1,.4
google/gemini-2.0-flash-exp:free 0
google/gemini-2.0-flash-lite-001 .075,.3
google/gemini-2.0-flash-thinking-exp-1219:free 0
google/gemini-2.0-flash-thinking-exp:free 0
google/gemini-2.5-flash .3,2.5,.075,.3833
google/gemini-2.5-flash-image .3,2.5,.03,.08333333333333334
google/gemini-2.5-flash-lite .1,.4,.01,.08333333333333334
google/gemini-2.5-flash-lite-preview-09-2025 .1,.4
google/gemini-2.5-flash-preview .15,.6
google/gemini-2.5-flash-preview-09-2025 .3,2.5,.075,.383
google/gemini-2.5-flash-preview:thinking .15,3.5
google/gemini-2.5-pro 1.25,10,.31,1.625 =|=%-preview|=%-preview-05-06
google/gemini-2.5-pro-exp-03-25:free 0
google/gemini-2.5-pro-preview-03-25 1.25,10
google/gemini-3-flash-preview .5,3,.05,.08333333333333334
google/gemini-3-pro-image-preview 2,12,.2,.375
google/gemini-3.1-flash-image-preview .5,3
google/gemini-3.1-flash-lite .25,1.5,.025,.08333333333333334 =|=%-preview
google/gemini-3.1-pro-preview 2,12,.2,.375 =|=%-customtools
google/gemini-3.5-flash 1.5,9,.15,.08333333333333334 =|=%-########
google/gemini-flash-1.5 .075,.3
google/gemini-flash-1.5-8b .0375,.15
google/gemini-flash-1.5-8b-exp 0
google/gemini-pro .5,1.5 =|=%-vision
google/gemini-pro-1.5 1.25,5
google/gemma-2-27b-it .8,.8
google/gemma-2-9b-it .07,.07
google/gemma-2-9b-it:free 0
google/gemma-3-12b-it .05,.1
google/gemma-3-12b-it:free 0
google/gemma-3-1b-it:free 0
google/gemma-3-27b-it .1,.2
google/gemma-3-27b-it:free 0
google/gemma-3-4b-it .02,.04
google/gemma-3-4b-it:free 0
google/gemma-3n-e4b-it .06,.12
google/gemma-4-26b-a4b-it .06,.33
google/gemma-4-26b-a4b-it:free 0
google/gemma-4-31b-it .12,.36,.09;2026-08-27!.09,.34,.05
google/gemma-4-31b-it:free 0
google/learnlm-1.5-pro-experimental:free 0
google/lyria-3-clip-preview 0
google/lyria-3-pro-preview 0
google/palm-2-chat-bison 1,2 =|=%-32k
google/palm-2-codechat-bison 1,2 =|=%-32k
gpt-3.5-turbo-1106 1,2
gpt-4-1106-preview 10,30
gpt-4.5-preview 75,150,37.5
gpt-4o:extended 6,18
grok-2-1212 2,10
grok-2-vision-1212 2,10
grok-3 3,15,.75 =|=%-beta
grok-3-mini .3,.5,.075 =|=%-beta
grok-beta 5,15
grok-vision-beta 5,15
gryphe/mythomax-l2-13b .065,.065
hermes-2-pro-llama-3-8b .025,.04
huggingfaceh4/zephyr-7b-beta:free 0
ibm-granite/granite-4.0-h-micro .017,.112
ibm-granite/granite-4.1-8b .05,.1
inception/mercury-2 .25,.75,.025
inclusionai/ling-2.6-1t .075,.625,.015
inclusionai/ling-2.6-flash .01,.03,.002
inclusionai/ring-2.6-1t .075,.625,.015
infermatic/mn-inferor-12b .8,1.2
inflection/inflection-3-pi 2.5,10
inflection/inflection-3-productivity 2.5,10
internvl3-14b:free 0
internvl3-2b:free 0
jamba-1.6-large 2,8
jamba-1.6-mini .2,.4
jondurbin/airoboros-l2-70b .5,.5
kimi-dev-72b:free 0
kimi-vl-a3b-thinking:free 0
kwaipilot/kat-coder-pro-v2 .3,1.2,.06
l3-euryale-70b 1.48,1.48
latitudegames/wayfarer-large-70b-llama-3.3 .8,.9
lfm-3b .02,.02
lfm-40b .15,.15
lfm-7b .01,.01
liquid/lfm-2-24b-a2b .03,.12
liquid/lfm-2.5-1.2b-instruct:free 0
liquid/lfm-2.5-1.2b-thinking:free 0
liquid/lfm-3b .02,.02
liquid/lfm-40b .15,.15
liquid/lfm-7b .01,.01
llama-3-lumimaid-70b 4,6
llama-3-lumimaid-8b .2,1.25
llama-3.1-405b 2,2
llama-3.1-405b-instruct .8,.8
llama-3.1-8b-instruct:free 0
llama-3.1-lumimaid-70b 2.5,3
llama-3.1-lumimaid-8b .2,1.25
llama-3.1-nemotron-70b-instruct .12,.3
llama-3.1-nemotron-ultra-253b-v1 .6,1.8
llama-3.1-nemotron-ultra-253b-v1:free 0
llama-3.1-sonar-large-128k-online 1,1
llama-3.1-sonar-small-128k-online .2,.2
llama-3.2-11b-vision-instruct:free 0
llama-3.2-1b-instruct:free 0
llama-3.2-90b-vision-instruct 1.2,1.2
llama-3.3-8b-instruct:free 0
llama-3.3-nemotron-super-49b-v1 .13,.4
llama-3.3-nemotron-super-49b-v1:free 0
llama-4-maverick:free 0
llama-4-scout:free 0
llama-guard-2-8b .2,.2
llama3.1-typhoon2-70b-instruct .88,.88
llemma_7b .8,1.2
maestro-reasoning .9,3.3
magistral-medium-2506 2,5 =|=%:thinking
magistral-small-2506 .5,1.5
magnum-72b 4,6
magnum-v2-72b 3,3
mai-ds-r1:free 0
mancer/weaver 1.125,1.125
mercury-coder-small-beta .25,1
meta-llama/llama-2-13b-chat .22,.22
meta-llama/llama-2-70b-chat .9,.9
meta-llama/llama-3-70b-instruct .3,.4
meta-llama/llama-3-8b-instruct .03,.06
meta-llama/llama-3.1-405b 2,2
meta-llama/llama-3.1-405b-instruct .8,.8
meta-llama/llama-3.1-405b:free 0
meta-llama/llama-3.1-70b-instruct .1,.28
meta-llama/llama-3.1-8b-instruct .02,.03
meta-llama/llama-3.1-8b-instruct:free 0
meta-llama/llama-3.2-11b-vision-instruct .049,.049
meta-llama/llama-3.2-11b-vision-instruct:free 0
meta-llama/llama-3.2-1b-instruct .005,.01
meta-llama/llama-3.2-1b-instruct:free 0
meta-llama/llama-3.2-3b-instruct .01,.02
meta-llama/llama-3.2-3b-instruct:free 0
meta-llama/llama-3.2-90b-vision-instruct .9,.9
meta-llama/llama-3.3-70b-instruct .05,.24
meta-llama/llama-3.3-70b-instruct:free 0
meta-llama/llama-4-maverick .15,.6
meta-llama/llama-4-maverick:free 0
meta-llama/llama-4-scout .08,.3
meta-llama/llama-4-scout:free 0
meta-llama/llama-guard-2-8b .2,.2
meta-llama/llama-guard-3-8b .02,.06
meta-llama/llama-guard-4-12b .05,.05
microsoft/phi-3-medium-128k-instruct 1,1
microsoft/phi-3-mini-128k-instruct .1,.1
microsoft/phi-3.5-mini-128k-instruct .1,.1
microsoft/phi-4 .07,.14
microsoft/phi-4-mini-instruct .08,.35
microsoft/phi-4-multimodal-instruct .05,.1
microsoft/wizardlm-2-7b .07,.07
microsoft/wizardlm-2-8x22b .5,.5
midnight-rose-70b .8,.8
minimax-m1:extended .55,2.2
minimax/minimax-01 .2,1.1
minimax/minimax-m1 .3,1.65
minimax/minimax-m2 .255,1,.03
minimax/minimax-m2-her .3,1.2,.03 =|=%-20260123
minimax/minimax-m2.1 .29,.95,.03
minimax/minimax-m2.5 .15,.9,.05 =|=%-20260211
minimax/minimax-m2.7 .27,1.08,.054 =|=%-20260318
minimax/minimax-m3 .3,1.2,.06 =|=%-20260531
ministral-3b .04,.04
ministral-8b .1,.1
mistral-7b-instruct .028,.054 =|=%-v0.3
mistral-7b-instruct-v0.1 .11,.19
mistral-7b-instruct-v0.2 .2,.2
mistral-7b-instruct:free 0
mistral-medium 2.75,8.1
mistral-nemo:free 0
mistral-small .2,.6
mistral-small-24b-instruct-2501:free 0
mistral-small-3.1-24b-instruct:free 0
mistral-small-3.2-24b-instruct:free 0
mistral-tiny .25,.25
mistral/ministral-8b .1,.1
mistralai/codestral-2501 .3,.9
mistralai/codestral-2508 .3,.9,.03
mistralai/codestral-mamba .25,.25
mistralai/devstral-2512 .4,2,.04
mistralai/ministral-14b-2512 .2,.2,.02
mistralai/ministral-3b .04,.04
mistralai/ministral-3b-2512 .1,.1,.01
mistralai/ministral-8b .1,.1
mistralai/ministral-8b-2512 .15,.15,.015
mistralai/mistral-7b-instruct .029,.059 =|=%-v0.3
mistralai/mistral-7b-instruct-v0.1 .2,.2
mistralai/mistral-7b-instruct-v0.2 .2,.2
mistralai/mistral-7b-instruct:free 0
mistralai/mistral-large 2,6 =|=%-2407|=mistral-large-2411
mistralai/mistral-large-2512 .5,1.5,.05
mistralai/mistral-medium 2.75,8.1
mistralai/mistral-medium-3 .4,2
mistralai/mistral-medium-3-5 1.5,7.5
mistralai/mistral-medium-3.1 .4,2,.04
mistralai/mistral-nemo .01,.019
mistralai/mistral-nemo:free 0
mistralai/mistral-saba .2,.6
mistralai/mistral-small .2,.6
mistralai/mistral-small-24b-instruct-2501 .05,.09
mistralai/mistral-small-24b-instruct-2501:free 0
mistralai/mistral-small-2603 .15,.6,.015
mistralai/mistral-small-3.1-24b-instruct .05,.15
mistralai/mistral-small-3.1-24b-instruct:free 0
mistralai/mistral-small-3.2-24b-instruct .075,.2
mistralai/mistral-tiny .25,.25
mistralai/mixtral-8x22b-instruct .9,.9
mistralai/mixtral-8x7b-instruct .24,.24
mistralai/pixtral-12b .1,.1
mistralai/pixtral-large-2411 2,6
mistralai/voxtral-small-24b-2507 .1,.3,.01
mixtral-8x7b-instruct .08,.24
mn-celeste-12b .8,1.2
mn-inferor-12b .8,1.2
mn-starcannon-12b .8,1.2
moonshotai/kimi-k2 .57,2.3
moonshotai/kimi-k2-0905 .6,2.5
moonshotai/kimi-k2-thinking .6,2.5
moonshotai/kimi-k2.5 .4,1.9,.09
moonshotai/kimi-k2.6 .68,3.41,.34
moonshotai/kimi-k2.6:free 0
moonshotai/kimi-k2.7-code .75,3.5,.16 =|=%-20260612
moonshotai/kimi-k3 3,15,.3 =|=%-20260715
moonshotai/kimi-vl-a3b-thinking:free 0
moonshotai/moonlight-16b-a3b-instruct:free 0
morph/morph-v3-fast .8,1.2
morph/morph-v3-large .9,1.9
mythalion-13b .8,1.2
neversleep/llama-3-lumimaid-70b 3.375,4.5
neversleep/llama-3-lumimaid-8b .09375,.75 =|=%:extended
neversleep/llama-3.1-lumimaid-70b 1.5,2.25
neversleep/llama-3.1-lumimaid-8b .09375,.75
neversleep/noromaid-20b .75,1.5
nex-agi/nex-n2-pro:free 0
noromaid-20b 1.25,2
nothingiisreal/mn-celeste-12b .8,1.2
nous-hermes-2-mixtral-8x7b-dpo .6,.6
nousresearch/deephermes-3-llama-3-8b-preview:free 0
nousresearch/hermes-2-pro-llama-3-8b .025,.04
nousresearch/hermes-3-llama-3.1-405b .7,.8
nousresearch/hermes-3-llama-3.1-405b:free 0
nousresearch/hermes-3-llama-3.1-70b .12,.3
nousresearch/hermes-4-405b 1,3
nousresearch/hermes-4-70b .13,.4
nousresearch/nous-hermes-2-mixtral-8x7b-dpo .6,.6
nousresearch/nous-hermes-llama2-13b .18,.18
nvidia/llama-3.1-nemotron-70b-instruct .12,.3
nvidia/llama-3.1-nemotron-70b-instruct:free 0
nvidia/llama-3.1-nemotron-nano-8b-v1:free 0
nvidia/llama-3.1-nemotron-ultra-253b-v1:free 0
nvidia/llama-3.3-nemotron-super-49b-v1.5 .4,.4
nvidia/llama-3.3-nemotron-super-49b-v1:free 0
nvidia/nemotron-3-nano-30b-a3b .05,.2
nvidia/nemotron-3-nano-30b-a3b:free 0
nvidia/nemotron-3-nano-omni-30b-a3b-reasoning:free 0
nvidia/nemotron-3-super-120b-a12b .09,.45
nvidia/nemotron-3-super-120b-a12b:free 0
nvidia/nemotron-3-ultra-550b-a55b .5,2.5,.15
nvidia/nemotron-3-ultra-550b-a55b:free 0
nvidia/nemotron-3.5-content-safety:free 0
nvidia/nemotron-nano-12b-v2-vl:free 0
nvidia/nemotron-nano-9b-v2 .04,.16
nvidia/nemotron-nano-9b-v2:free 0
o1-mini 1.1,4.4,.55 =|=%-2024-09-12
open-r1/olympiccoder-32b:free 0
open-r1/olympiccoder-7b:free 0
openai/chatgpt-4o-latest 5,15
openai/codex-mini 1.5,6,.375
openai/gpt-3.5-turbo .5,1.5 =|=gpt-3.5-turbo-0125
openai/gpt-3.5-turbo-0613 1,2
openai/gpt-3.5-turbo-1106 1,2
openai/gpt-3.5-turbo-16k 3,4
openai/gpt-3.5-turbo-instruct 1.5,2
openai/gpt-4 30,60 =|=gpt-4-0314
openai/gpt-4-1106-preview 10,30
openai/gpt-4-32k 60,120 =|=%-0314
openai/gpt-4-turbo 10,30 =|=%-preview
openai/gpt-4.1 2,8,.5
openai/gpt-4.1-mini .4,1.6,.1 =|=%-2025-04-14
openai/gpt-4.1-nano .1,.4,.025
openai/gpt-4.5-preview 75,150
openai/gpt-4o 2.5,10 =|=%-2024-08-06|=%-2024-11-20|=%-audio-preview
openai/gpt-4o-2024-05-13 5,15
openai/gpt-4o-mini .15,.6,.075 =|=%-2024-07-18
openai/gpt-4o-mini-search-preview .15,.6
openai/gpt-4o-search-preview 2.5,10
openai/gpt-4o:extended 6,18
openai/gpt-5 1.25,10,.125 =|=%-2025-08-07|=%-chat|=%-codex|=%.1-codex-max
openai/gpt-5-image 10,10,1.25
openai/gpt-5-image-mini 2.5,2,.25
openai/gpt-5-mini .25,2,.025 =|=%-2025-08-07
openai/gpt-5-nano .05,.4,.01
openai/gpt-5-pro 15,120
openai/gpt-5.1 1.25,10,.13 =|=%-chat|=%-codex
openai/gpt-5.1-codex-mini .25,2,.025 =|=%-20251113
openai/gpt-5.2 1.75,14,.175 =|=%-20251211|=%-chat|=%-codex
openai/gpt-5.2-pro 21,168 =|=%-20251211
openai/gpt-5.3-chat 1.75,14,.175
openai/gpt-5.3-codex 1.75,14,.175 =|=%-20260224
openai/gpt-5.4 2.5>272000:5,15>272000:22.5,.25>272000:.5 =|=%-20260305
openai/gpt-5.4-image-2 8,15,2
openai/gpt-5.4-mini .75,4.5,.075
openai/gpt-5.4-nano .2,1.25,.02
openai/gpt-5.4-pro 30>272000:60,180>272000:270
openai/gpt-5.5 5>272000:10,30>272000:45,.5>272000:1
openai/gpt-5.5-pro 30>272000:60,180>272000:270
openai/gpt-5.6-luna .2>272000:.4,1.2>272000:1.8,.02>272000:.04,.25>272000:.5 =|=%-########
openai/gpt-5.6-sol 2>272000:4,10>272000:15,.2>272000:.4,2.5>272000:5 =|=%-########
openai/gpt-5.6-terra 2>272000:4,12>272000:18,.2>272000:.4,2.5>272000:5 =|=%-########
openai/gpt-6-luna .1>272000:.2,.5>272000:.75,.01>272000:.02,.125>272000:.25 =|=%-pro|=%-########
openai/gpt-6-luna:batch .05>272000:.1,.25>272000:.375,.005>272000:.01,.0625>272000:.125 =|=openai/gpt-6-luna-pro:batch
openai/gpt-6-sol 2>272000:4,10>272000:15,.2>272000:.4,2.5>272000:5 =|=%-pro|=%-########
openai/gpt-6-sol:batch 1>272000:2,5>272000:7.5,.1>272000:.2,1.25>272000:2.5 =|=openai/gpt-6-sol-pro:batch
openai/gpt-audio 2.5,10
openai/gpt-audio-mini .6,2.4
openai/gpt-chat-latest 5,30,.5
openai/gpt-oss-120b .039,.18
openai/gpt-oss-120b:free 0
openai/gpt-oss-20b .029,.14
openai/gpt-oss-20b:free 0
openai/gpt-oss-safeguard-20b .075,.3,.037
openai/o1 15,60,7.5 =|=o1-preview|=o1-preview-2024-09-12
openai/o1-mini 1.1,4.4 =|=%-2024-09-12
openai/o1-pro 150,600
openai/o3 2,8,.5
openai/o3-deep-research 10,40,2.5
openai/o3-mini 1.1,4.4,.55 =|=%-high
openai/o3-pro 20,80
openai/o4-mini 1.1,4.4,.275 =|=%-high
openai/o4-mini-deep-research 2,8,.5
openchat/openchat-7b .07,.07
openhands-lm-32b-v0.1 2.6,3.4
perceptron/perceptron-mk1 .15,1.5
perplexity/llama-3.1-sonar-large-128k-online 1,1
perplexity/llama-3.1-sonar-small-128k-online .2,.2
perplexity/r1-1776 2,8
perplexity/sonar 1,1
perplexity/sonar-deep-research 2,8,,,3
perplexity/sonar-pro 3,15
perplexity/sonar-reasoning 1,5
perplexity/sonar-reasoning-pro 2,8
phi-3-medium-128k-instruct 1,1
phi-3-mini-128k-instruct .1,.1
phi-3.5-mini-128k-instruct .1,.1
phi-4-multimodal-instruct .05,.1
phi-4-reasoning-plus .07,.35
phi-4-reasoning-plus:free 0
phi-4-reasoning:free 0
pixtral-12b .1,.1
pixtral-large-2411 2,6
poolside/laguna-m.1:free 0
poolside/laguna-xs.2:free 0
prime-intellect/intellect-3 .2,1.1
pygmalionai/mythalion-13b .5625,1.125
qwen-2-72b-instruct .9,.9
qwen-2.5-72b-instruct:free 0
qwen-2.5-coder-32b-instruct:free 0
qwen-2.5-vl-7b-instruct .2,.2
qwen-max 1.6,6.4,.64
qwen-turbo .05,.2,.02
qwen-vl-max .8,3.2
qwen-vl-plus .21,.63
qwen/qwen-2-72b-instruct .9,.9
qwen/qwen-2.5-72b-instruct .12,.39
qwen/qwen-2.5-72b-instruct:free 0
qwen/qwen-2.5-7b-instruct .04,.1
qwen/qwen-2.5-7b-instruct:free 0
qwen/qwen-2.5-coder-32b-instruct .06,.15
qwen/qwen-2.5-coder-32b-instruct:free 0
qwen/qwen-2.5-vl-72b-instruct .6,.6
qwen/qwen-2.5-vl-7b-instruct .2,.2
qwen/qwen-2.5-vl-7b-instruct:free 0
qwen/qwen-max 1.6,6.4
qwen/qwen-plus .4,1.2,.16
qwen/qwen-plus-2025-07-28 .26,.78
qwen/qwen-plus-2025-07-28:thinking .26,.78,,.325
qwen/qwen-turbo .05,.2
qwen/qwen-vl-max .8,3.2
qwen/qwen-vl-plus .21,.63
qwen/qwen2.5-coder-7b-instruct .2,.2
qwen/qwen2.5-vl-32b-instruct .9,.9
qwen/qwen2.5-vl-32b-instruct:free 0
qwen/qwen2.5-vl-3b-instruct:free 0
qwen/qwen2.5-vl-72b-instruct .7,.7
qwen/qwen2.5-vl-72b-instruct:free 0
qwen/qwen3-14b .06,.24
qwen/qwen3-235b-a22b .13,.6
qwen/qwen3-235b-a22b-2507 .09,.1
qwen/qwen3-235b-a22b-thinking-2507 .1,.1
qwen/qwen3-30b-a3b .08,.29
qwen/qwen3-30b-a3b-instruct-2507 .04815,.19305
qwen/qwen3-30b-a3b-thinking-2507 .08,.4
qwen/qwen3-32b .1,.3
qwen/qwen3-8b .035,.138
qwen/qwen3-coder .22,1.8 =|=%-480b-a35b-07-25
qwen/qwen3-coder-30b-a3b-instruct .07,.27
qwen/qwen3-coder-flash .195,.975,.039,.24375
qwen/qwen3-coder-next .11,.8,.07 =|=%-2025-02-03
qwen/qwen3-coder-plus .65,3.25,.13,.8125
qwen/qwen3-coder:free 0
qwen/qwen3-max 1.2,6
qwen/qwen3-max-thinking .78,3.9 =|=%-20260123
qwen/qwen3-next-80b-a3b-instruct .09,1.1 =|=%-2509
qwen/qwen3-next-80b-a3b-instruct:free 0
qwen/qwen3-next-80b-a3b-thinking .0975,.78 =|=%-2509
qwen/qwen3-vl-235b-a22b-instruct .2,.88,.11
qwen/qwen3-vl-235b-a22b-thinking .26,2.6
qwen/qwen3-vl-30b-a3b-instruct .13,.52
qwen/qwen3-vl-30b-a3b-thinking .13,1.56
qwen/qwen3-vl-32b-instruct .104,.416
qwen/qwen3-vl-8b-instruct .08,.5
qwen/qwen3-vl-8b-thinking .117,1.365
qwen/qwen3.5-122b-a10b .26,2.08 =|=%-20260224
qwen/qwen3.5-27b .195,1.56 =|=%-20260224
qwen/qwen3.5-35b-a3b .14,1,.05 =|=%-20260224
qwen/qwen3.5-397b-a17b .39,2.34 =|=%-20260216
qwen/qwen3.5-9b .1,.15 =|=%-20260310
qwen/qwen3.5-flash-02-23 .065,.26 =|=qwen/qwen3.5-flash-20260224
qwen/qwen3.5-plus-02-15 .4,2.4 =|=qwen/qwen3.5-plus-20260216
qwen/qwen3.5-plus-20260420 .3,1.8,,.375
qwen/qwen3.6-27b .289,2.4 =|=%-20260422
qwen/qwen3.6-35b-a3b .14,1 =|=%-20260415
qwen/qwen3.6-flash .1875,1.125,,.234375
qwen/qwen3.6-max-preview 1.04,6.24,,1.3 =|=%-20260420
qwen/qwen3.6-plus .325,1.95,,.40625 =|=%-04-02
qwen/qwen3.7-max 1.25,3.75,.25,1.5625 =|=%-20260520
qwen/qwen3.7-plus .4,1.6,.08,.5 =|=%-20260602
qwen/qwq-32b .15,.2
qwen/qwq-32b-preview .2,.2
qwen/qwq-32b-preview:free 0
qwen/qwq-32b:free 0
qwen2.5-vl-32b-instruct .9,.9
qwen2.5-vl-32b-instruct:free 0
qwen2.5-vl-72b-instruct:free 0
qwen3-14b:free 0
qwen3-235b-a22b:free 0
qwen3-30b-a3b:free 0
qwen3-32b:free 0
qwen3-8b:free 0
qwerky-72b:free 0
qwq-32b .15,.2
qwq-32b-arliai-rpr-v1:free 0
qwq-32b-preview .2,.2
qwq-32b:free 0
r1-1776 2,8
raifle/sorcererlm-8x22b 4.5,4.5
reka-flash-3:free 0
rekaai/reka-edge .1,.1
rekaai/reka-flash-3 .1,.2
rekaai/reka-flash-3:free 0
relace/relace-apply-3 .85,1.25
relace/relace-search 1,3
sao10k/fimbulvetr-11b-v2 .8,1.2
sao10k/l3-euryale-70b 1.48,1.48
sao10k/l3-lunaris-8b .02,.05
sao10k/l3.1-70b-hanami-x1 3,3
sao10k/l3.1-euryale-70b .7,.8
sao10k/l3.3-euryale-70b .7,.8
sarvam-m:free 0
scb10x/llama3.1-typhoon2-70b-instruct .88,.88
scb10x/llama3.1-typhoon2-8b-instruct .18,.18
shisa-ai/shisa-v2-llama3.3-70b:free 0
shisa-v2-llama3.3-70b:free 0
sonar-reasoning 1,5
sophosympatheia/midnight-rose-70b .8,.8
sophosympatheia/rogue-rose-103b-v0.2:free 0
sorcererlm-8x22b 4.5,4.5
spotlight .18,.18
steelskull/l3.3-electra-r1-70b .7,.95
stepfun/step-3.5-flash .09,.3,.02
stepfun/step-3.7-flash .2,1.15,.04
switchpoint/router .85,3.4
tencent/hunyuan-a13b-instruct .14,.57
tencent/hy3-preview .063,.21,.021
thedrummer/anubis-pro-105b-v1 .8,1
thedrummer/cydonia-24b-v4.1 .3,.5,.15
thedrummer/rocinante-12b .25,.5
thedrummer/skyfall-36b-v2 .5,.8
thedrummer/unslopnemo-12b .5,.5
thudm/glm-4-32b:free 0
thudm/glm-z1-32b:free 0
toppy-m-7b .8,1.2
undi95/remm-slerp-l2-13b .8,1.2
undi95/toppy-m-7b .07,.07
upstage/solar-pro-3 .15,.6,.015
valkyrie-49b-v1 .5,.8
virtuoso-medium-v2 .5,.8
writer/palmyra-x5 .6,6
x-ai/grok-2-1212 2,10
x-ai/grok-2-vision-1212 2,10
x-ai/grok-3-beta 3,15
x-ai/grok-3-mini-beta .3,.5
x-ai/grok-4-fast .2>128000:.4,.5>128000:1,.05
x-ai/grok-4.1-fast:free 0
x-ai/grok-4.20 1.25,2.5,.2
x-ai/grok-4.20-multi-agent 2,6,.2
x-ai/grok-4.3 1.25,2.5,.2 =|=%-########
x-ai/grok-beta 5,15
x-ai/grok-build-0.1 1,2,.2
x-ai/grok-code-fast-1 .2,1.5,.02
x-ai/grok-vision-beta 5,15
xiaomi/mimo-v2-flash .1,.3,.01
xiaomi/mimo-v2.5 .14,.28,.0028
xiaomi/mimo-v2.5-pro .435,.87,.0036
xwin-lm/xwin-lm-70b 3.75,3.75
yi-large 3,3
z-ai/glm-4.5 .6,2.2,.11
z-ai/glm-4.5-air .125,.85,.06
z-ai/glm-4.5v .6,1.8,.11
z-ai/glm-4.6 .43,1.74,.08
z-ai/glm-4.6v .3,.9,.05
z-ai/glm-4.7 .4,1.75,.08
z-ai/glm-4.7-flash .06,.4,.01 =|=%-20260119
z-ai/glm-5 .6,1.92,.12 =|=%-20260211
z-ai/glm-5-turbo 1.2,4,.24 =|=%-20260315
z-ai/glm-5.1 .98,3.08,.182 =|=%-20260406
z-ai/glm-5.2 1.4,4.4,.26 =|=%-20260616
z-ai/glm-5.3 1.4,4.4,.26 =|=%-20260816
z-ai/glm-5.3-flash .075,.25,.015
~anthropic/claude-fable-latest 10,50,1,12.5
~anthropic/claude-haiku-latest 1,5,.1,1.25
~anthropic/claude-opus-latest 5,25,.5,6.25;2026-09-22!4,20,.2,5
~anthropic/claude-sonnet-latest 3,15,.3,3.75
~google/gemini-flash-latest 1.5,9,.15,.08333333333333334
~google/gemini-pro-latest 2,12,.2,.375
~moonshotai/kimi-latest .68,3.41,.34
~openai/gpt-latest 5,30,.5
~openai/gpt-mini-latest .75,4.5,.075
%ovhcloud - - -
deepseek-r1-distill-llama-70b .74,.74
llama-3.1-8b-instruct .11,.11
meta-llama-3_3-70b-instruct .74,.74
mistral-7b-instruct-v0.3 .11,.11
mistral-nemo-instruct-2407 .14,.14
mistral-small-3.2-24b-instruct-2506 .1,.31
mixtral-8x7b-instruct-v0.1 .7,.7
qwen2.5-vl-72b-instruct 1.01,1.01
qwen3-32b .09,.25
qwen3-coder-30b-a3b-instruct .07,.26
bge-base-en-v1.5 .01
bge-m3 .01
bge-multilingual-gemma2 .01
gpt-oss-120b .09,.47
gpt-oss-20b .05,.18
%perplexity - - -
llama-3.1-sonar-large-128k-online 1,1
llama-3.1-sonar-small-128k-online .2,.2
r1-1776 2,8
sonar 1,1,,,,.012
sonar-deep-research 2,8,,,3
sonar-pro 3,15,,,,.014
sonar-pro-search 3,15
sonar-reasoning 1,5,,,,.012
sonar-reasoning-pro 2,8,,,,.014
%quicksilverpro - - -
claude-fable-5 8,40
claude-haiku-4-5 .8,4
claude-opus-4-6 4,20
claude-opus-4-8 4,20
claude-opus-5 4,20
claude-sonnet-4-6 2.4,12
claude-sonnet-5 2,10
deepseek-v4-flash .112,.224,.0144
deepseek-v4-pro .435,.87,.003625
gemini-3-flash-preview .425,2.55
gemini-3-pro-image 1.7,10.2
gemini-3.1-flash-lite .2125,1.275
gemini-3.1-pro-preview 1.7,10.2
gemini-3.5-flash 1.275,7.65
gemini-3.5-flash-lite .255,2.125
gemini-3.6-flash 1.275,6.375
gemini-3.7-flash .6375,3.1875,.06375
glm-5.2 1.12,3.52,.208
glm-5.3 1.12,3.52,.208
glm-5.3-flash .06,.2,.012
gpt-5.6-luna .08,.48,.008,.1
gpt-5.6-sol 4,24,.4,5
gpt-5.6-terra .8,4.8,.08,1
gpt-oss-120b .12,.48,.06
grok-4.5 1.6,4.8,.4
grok-4.6 2,6,.5
hy3 .1056,.4224,.0264
kimi-k2.6 .5472,2.728,.292
kimi-k2.7-code .584,2.8,.1278
kimi-k3 2.4,12,.24
mimo-v2.5 .112,.224,.00224
minimax-m3 .24,.96,.048
muse-glimmer-30b .28,1.2,.032
muse-spark-1.2 1,3.4,.12
nemotron-3.5-lightning .08,.2,.04
qwen3.6-35b .112,.8,.04
qwen3.6-plus .26,1.56,,.325
qwen3.7-flash .024,.104,.0048
qwen3.7-max 1.25,3.75,.25,1.5625
qwen3.7-plus .256,1.024,.0512,.32
qwen3.8-27b .34,2.04,.068,.425
qwen3.8-max 2,6,.25,2.5
%together =%-ai|=%_ai - -
austism/chronos-hermes-13b .3,.3
gryphe/mythomax-l2-13b .3,.3
nexusflow/nexusraven-v2-13b .3,.3
nousresearch/nous-capybara-7b-v1p9 .2,.2
nousresearch/nous-hermes-2-mixtral-8x7b-dpo .9,.9
nousresearch/nous-hermes-2-mixtral-8x7b-sft .9,.9
nousresearch/nous-hermes-2-yi-34b .8,.8
nousresearch/nous-hermes-llama2-13b .225,.225
nousresearch/nous-hermes-llama-2-7b .2,.2
open-orca/mistral-7b-openorca .2,.2
qwen/qwen1.5-0.5b .1,.1 =|=%-chat
qwen/qwen1.5-1.8b .1,.1 =|=%-chat
qwen/qwen1.5-14b .3,.3 =|=%-chat
qwen/qwen1.5-4b .1,.1 =|=%-chat
qwen/qwen1.5-72b .9,.9
qwen/qwen1.5-7b .2,.2 =|=%-chat
undi95/remm-slerp-l2-13b .3,.3
undi95/toppy-m-7b .2,.2
wizardlm/wizardlm-13b-v1.2 .3,.3
allenai/olmo-7b .2,.2 =|=%-instruct|=%-twin-2t
codellama/codellama-13b-instruct-hf .225,.225
codellama/codellama-34b-instruct-hf .776,.776
codellama/codellama-70b-instruct-hf .9,.9
codellama/codellama-7b-instruct-hf .2,.2
deepseek-ai/deepseek-coder-33b-instruct .8,.8
garage-baind/platypus2-70b-instruct .9,.9
google/gemma-2b .1,.1 =|=%-it
google/gemma-7b .2,.2 =|=%-it
lmsys/vicuna-13b-v1.5 .3,.3
lmsys/vicuna-7b-v1.5 .2,.2
meta-llama/llama-2-13b-chat-hf .225,.225
meta-llama/llama-2-70b-chat-hf .9,.9
meta-llama/llama-2-7b-chat-hf .2,.2
meta-llama/llama-3-70b-chat-hf .9,.9
meta-llama/llama-3-8b-chat-hf .2,.2
meta-llama/llama-3.3-70b-instruct-turbo .88,.88
meta-llama/llama-4-maverick-17b-128e-instruct-fp8 .27,.85
meta-llama/llama-4-scout-17b-16e-instruct .18,.59
meta-llama/meta-llama-3-70b-instruct-lite .54,.54
meta-llama/meta-llama-3-70b-instruct-turbo .88,.88
meta-llama/meta-llama-3-8b-instruct-lite .1,.1
meta-llama/meta-llama-3-8b-instruct-turbo .18,.18
meta-llama/meta-llama-3.1-405b-instruct-turbo 3.5,3.5
meta-llama/meta-llama-3.1-70b-instruct-turbo .88,.88
meta-llama/meta-llama-3.1-8b-instruct-turbo .18,.18
meta-llama/meta-llama-3.3-70b-instruct-turbo .88,.88
microsoft/wizardlm-2-8x22b 1.2,1.2
microsoft/phi-2 .1,.1
mistralai/mistral-7b-instruct-v0.1 .2,.2
mistralai/mistral-7b-instruct-v0.2 .2,.2
mistralai/mistral-7b-v0.1 .2,.2
mistralai/mixtral-8x22b-instruct-v0.1 2.4,2.4
mistralai/mixtral-8x7b-instruct-v0.1 .9,.9
mistralai/mixtral-8x7b-v0.1 .9,.9
openchat/openchat-3.5-1210 .2,.2
snorkelai/snorkel-mistral-pairrm-dpo .2,.2
teknium/openhermes-2-mistral-7b .2,.2
teknium/openhermes-2p5-mistral-7b .2,.2
togethercomputer/gpt-jt-moderation-6b .2,.2
togethercomputer/llama-2-7b-32k-instruct .2,.2
togethercomputer/redpajama-incite-7b-base .2,.2
togethercomputer/redpajama-incite-7b-chat .2,.2
togethercomputer/redpajama-incite-7b-instruct .2,.2
togethercomputer/redpajama-incite-base-3b-v1 .1,.1
togethercomputer/redpajama-incite-chat-3b-v1 .1,.1
togethercomputer/redpajama-incite-instruct-3b-v1 .1,.1
togethercomputer/stripedhyena-hessian-7b .2,.2
togethercomputer/stripedhyena-nous-7b .2,.2
togethercomputer/alpaca-7b .2,.2
upstage/solar-10.7b-instruct-v1.0 .3,.3
zero-one-ai/yi-34b .8,.8
zero-one-ai/yi-6b .2,.2
%typesafe * ^jev- -
jev-1.13.0 .042 =|=jev-latest|=jev-preview
%voyageai *voyage ^voyage- -
voyage-01 .1
voyage-02 .1
voyage-2 .1
voyage-3 .06
voyage-3-large .18
voyage-3-lite .02
voyage-3.5 .06
voyage-3.5-lite .02
voyage-4 .06
voyage-4-large .12
voyage-4-lite .02
voyage-code-2 .12
voyage-code-3 .18
voyage-context-3 .18
voyage-finance-2 .12
voyage-large-2 .12
voyage-large-2-instruct .12
voyage-law-2 .12
voyage-lite-01 .1
voyage-lite-01-instruct .1
voyage-lite-02-instruct .1
voyage-multilingual-2 .12
%x-ai =xai *grok -
grok-2-1212 2,10 =|=grok-2|=grok-2-latest
grok-2-vision-1212 2,10 =|=grok-2-vision|=grok-2-vision-latest
grok-3 3,15,.75 =|=%-latest|=%-beta
grok-3-fast 5,25,1.25 =|=%-latest|=%-beta
grok-3-mini .3,.5,.075 =|=%-beta|=%-latest
grok-3-mini-fast .6,4,.15 =|=%-beta|=%-latest
grok-4-0709 3,15,.75 =|=grok-4|=grok-4-latest
grok-4-1-fast-non-reasoning .2,.5,.05 =|=%-latest
grok-4-1-fast-reasoning .2,.5,.05 =grok-4-1-fast|=|=%-latest
grok-4-fast-non-reasoning .2,.5,.05 =|=%-latest
grok-4-fast-reasoning .2,.5,.05 =grok-4-fast|=|=%-latest
grok-4.20 1.25>199999:2.5,2.5>199999:5,.2>199999:.4
grok-4.20-multi-agent 2,6,.2
grok-4.3 1.25>199999:2.5,2.5>199999:5,.2>199999:.4 =|=%-########|=x-ai/%|=x-ai/%-########|=%-latest
grok-4.5 2>199999:4,6>199999:12,.3>199999:.6 =|=%-########|=x-ai/%|=x-ai/%-########|=%-latest|=grok-latest
grok-4.6 2>199999:4,6>199999:12,.5>199999:1 =|=%-########|=x-ai/%|=x-ai/%-########|=%-latest
grok-build-0.1 1>199999:2,2>199999:4,.2>199999:.4
grok-code-fast-1 .2,1.5,.02 =grok-code-fast|=|=%-0825
grok-voice-latest ?
grok-voice-think-fast-1.0 ?
grok-voice-think-fast-2.0 ?
%zai - - -
glm-5.2 1.4,4.4,.26
glm-5.3 1.4,4.4,.26
glm-5.3-flash .075,.25,.015
%zhipuai - ^glm- -
glm-4-air .069,.069,.034
glm-4-airx 1.379,1.379
glm-4-assistant .69,.69
glm-4-flashx-250414 .014,.014,.007
glm-4-long .138,.138,.069
glm-4-plus .69,.69,.345
glm-4.5-air .11,.276,.022
glm-4.7 .276,1.103,.055
glm-4.7-flashx .069,.414,.014
glm-5 .552,2.483,.138
glm-5-turbo .69,3.034,.166
glm-5.1 .828,3.31,.179 =|=%-20260406
glm-5.2 1.103,3.862,.276
glm-5.3 1.103,3.862,.276
glm-5.3-flash .055,.193,.016
`
