import type { Overview } from '../src/dashboard/data.ts'
import { useLoaded } from './load.ts'
import { Loading } from './parts/loading.tsx'
import { addressOf, route, type Route } from './route.ts'
import type { Source } from './source.ts'
import { Cell } from './views/cell.tsx'
import { Compare } from './views/compare.tsx'
import { Live } from './views/live.tsx'
import { Run } from './views/run.tsx'
import { Runs } from './views/runs.tsx'
import { Session } from './views/session.tsx'
import { Sessions } from './views/sessions.tsx'

const TABS: readonly { readonly route: Route; readonly name: string; readonly views: readonly string[] }[] = [
  { route: { view: 'runs' }, name: 'Runs', views: ['runs', 'run', 'cell', 'compare'] },
  { route: { view: 'sessions' }, name: 'Sessions', views: ['sessions', 'session'] },
  { route: { view: 'live' }, name: 'Live', views: ['live'] },
]

export function App({ source }: { readonly source: Source }) {
  const here = route.value
  // a list may have grown since it was last looked at
  const overview = useLoaded(here.view, () => source.overview())
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        to the content
      </button>
      <header>
        <strong>Holdfast</strong>
        <nav aria-label="views">
          {TABS.map(({ route: to, name, views }) => (
            <a key={name} href={addressOf(to)} aria-current={views.includes(here.view) ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Loading of={overview} missing="There is nothing here.">
          {(loaded) => <View source={source} overview={loaded} here={here} />}
        </Loading>
      </main>
    </>
  )
}

interface ViewProps {
  readonly source: Source
  readonly overview: Overview
  readonly here: Route
}

function View({ source, overview, here }: ViewProps) {
  switch (here.view) {
    case 'sessions':
      return <Sessions overview={overview} />
    case 'session':
      return <Session source={source} id={here.id} seq={here.seq} />
    case 'live':
      return <Live source={source} />
    case 'runs':
      return <Runs overview={overview} />
    case 'run':
      return <Run source={source} id={here.id} />
    case 'cell':
      return <Cell source={source} id={here.id} cell={here.cell} />
    case 'compare':
      return <Compare source={source} left={here.left} right={here.right} />
  }
}
