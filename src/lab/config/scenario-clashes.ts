import { entryOf, type Located, type RawProblem } from '../../kit/source/index.ts'

/** Two scenarios of one name could not be told apart in the matrix. */
export function scenarioClashes(root: Located): readonly RawProblem[] {
  const seen = new Set<string>()
  return [
    ...namesIn(entryOf(entryOf(root, 'contract')?.value, 'chaos_matrix')?.value, 'contract.chaos_matrix'),
    ...namesIn(entryOf(root, 'chaos_matrix')?.value, 'chaos_matrix'),
  ].flatMap(({ name, path, offset }) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ code: 'duplicate-name', path, offset, message: `two scenarios are called \`${name}\`` }]
  })
}

function namesIn(
  matrix: Located | undefined,
  path: string,
): readonly { readonly name: string; readonly path: string; readonly offset: number }[] {
  if (matrix?.kind !== 'list') return []
  return matrix.items.flatMap((item, index) => {
    const name = entryOf(item, 'name')?.value
    return name?.kind === 'scalar'
      ? [{ name: name.written, path: `${path}[${index}].name`, offset: name.start }]
      : []
  })
}
