import { forEachChild, type Function as FunctionNode, type SyntaxNode } from 'unbash'

/** A function that starts itself at least twice at once, in a pipeline or in the background. */
export function isForkBomb(node: FunctionNode): boolean {
  const { value: name } = node.name
  let copies = 0
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Pipeline') copies += child.commands.filter((one) => calls(one, name)).length
    if (child.type === 'Statement' && child.background === true && calls(child.command, name)) copies += 1
    forEachChild(child, visit)
  }
  visit(node.body)
  return copies > 1
}

function calls(node: SyntaxNode, name: string): boolean {
  return node.type === 'Command' && node.name?.value === name
}
