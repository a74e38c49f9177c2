import { render } from 'preact'
import { App } from './app.tsx'
import { openSource } from './source.ts'

render(<App source={openSource()} />, document.getElementById('app')!)
