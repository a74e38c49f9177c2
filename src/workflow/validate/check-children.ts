import { parseCron } from '../serve/cron.ts'
import { offsetIn, type Subject } from './subject.ts'

/** A child that can only end in `terminate` always returns null. */
export function checkChildren({ workflow, report }: Subject): void {
  for (const { definition, fields, at, id } of workflow.nodes)
    for (const path of new Set(definition.children?.(fields) ?? [])) {
      const child = workflow.children.get(path)
      if (child?.contractFile !== undefined)
        report({
          code: 'child-contract',
          path: 'nodes',
          offset: offsetIn(at, 'workflow'),
          message: `\`${path}\` has a contract of its own, which is not asked when it is called`,
          hint: 'put the contract on the workflow that is started; it judges what is called as well',
        })
      if (child === undefined || child.nodes.length === 0) continue
      const sources = new Set(child.edges.map(({ from }) => from))
      const canReturn = child.nodes.some((node) => node.definition.endsRun !== true && !sources.has(node.id))
      if (!canReturn)
        report({
          level: 'warning',
          code: 'null-result',
          path: 'nodes',
          offset: offsetIn(at, 'workflow'),
          message: `\`${path}\`, which \`${id}\` runs, ends in \`terminate\` and so always gives null`,
          hint: 'let its last node have no edge: the output of that node is the result',
        })
    }
}

export function checkCron({ triggers, report }: Subject): void {
  for (const trigger of triggers) {
    if (trigger.kind !== 'cron') continue
    const result = parseCron(trigger.schedule)
    if (!result.ok)
      report({
        code: 'bad-cron',
        path: 'triggers',
        offset: offsetIn(trigger.at, 'schedule'),
        message: `\`${trigger.schedule}\` is not a schedule: ${result.reason}`,
        hint: result.hint ?? 'write `minute hour day month weekday`, such as `0 9 * * 1-5`',
      })
  }
}
