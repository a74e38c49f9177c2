// A gateway in a process of its own, to be killed. Arguments: upstream URL, database file.
import { startProxy } from '../../src/proxy/index.ts'
import { openStore } from '../../src/store/index.ts'
import { contractText, loaderOf } from './world.ts'

const [upstream = '', file = ''] = process.argv.slice(2)

const proxy = await startProxy({
  contracts: [
    {
      selector: { kind: 'default' },
      load: loaderOf(
        contractText('\n- cost_ceiling: {id: budget, max_usd_per_session: 0.305, action_on_breach: deny}\n'),
      ),
    },
  ],
  port: 0,
  upstreams: { anthropic: upstream },
  store: await openStore(file),
  watch: false,
})
process.send?.(proxy.url)
