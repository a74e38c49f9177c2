import { compileExpression, type Expression } from '../kit/expression.ts'
import { checked, text, type Shape } from '../kit/shape/index.ts'

/** A CEL expression that compiles; anything else is refused with the reason. */
export function expressionSource(): Shape<string> {
  return checked(text({ nonEmpty: true, expected: 'a CEL expression' }), (written) => {
    const result = compileExpression(written)
    if (result.ok) return undefined
    const { reason, hint } = result
    return {
      code: 'bad-expression',
      complaint: `is not a usable CEL expression: ${reason}`,
      ...(hint === undefined ? {} : { hint }),
    }
  })
}

/** Compiles a source that `expressionSource` has accepted. */
export function compileAcceptedExpression(written: string): Expression {
  const result = compileExpression(written)
  if (!result.ok) throw new Error(result.reason)
  return result.expression
}
