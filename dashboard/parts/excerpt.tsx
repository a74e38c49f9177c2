import type { Excerpt as ExcerptOf } from '../../src/dashboard/data.ts'

/** The contract's own lines, with the one that is meant marked. */
export function Excerpt({ of: { file, line, lines } }: { readonly of: ExcerptOf }) {
  return (
    <figure class="excerpt">
      <figcaption>
        {file}:{line}
      </figcaption>
      {lines.length === 0 ? (
        <p class="quiet">The file is no longer there.</p>
      ) : (
        <pre>
          {lines.map(({ number, text }) => (
            <div key={number} class={number === line ? 'meant' : undefined}>
              <span class="number">{number}</span>
              {text}
            </div>
          ))}
        </pre>
      )}
    </figure>
  )
}
