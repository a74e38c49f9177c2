export { codeFrame } from './code-frame.ts'
export {
  entryOf,
  plainValue,
  typeName,
  type Located,
  type LocatedEntry,
  type LocatedList,
  type LocatedMap,
  type LocatedScalar,
} from './located.ts'
export { hasErrors, problemIn, type Problem, type RawProblem } from './problem.ts'
export { sourceText, type Position, type SourceText } from './source-text.ts'
export { parseToml } from './toml.ts'
export { parseYaml, type ParsedDocument } from './yaml.ts'
