export {
  anything,
  checked,
  defaulted,
  eitherOf,
  list,
  mapOf,
  object,
  optional,
  reportUnknownKey,
  required,
  type Field,
  type Fields,
  type ObjectOf,
  type ObjectShape,
} from './composites.ts'
export { flag, number, oneOf, text } from './scalars.ts'
export { below, item, refuse, type JsonSchema, type Place, type Shape, type ShapeValue } from './shape.ts'
