// Commands find this file from the folder they are started in; `contract.yaml` and `holdfast.yaml` use what it adds.
import { definePlugin } from 'holdfast/plugin'
import { amountLimit } from './amount-limit.mjs'
import { stale } from './stale.mjs'

export default definePlugin({ operators: [amountLimit], faults: [stale] })
