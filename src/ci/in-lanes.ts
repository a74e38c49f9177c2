/** Works through the jobs, one at a time in a lane; results in the order of the jobs. */
export async function inLanes<Job, Result>(
  jobs: readonly Job[],
  lanes: number,
  work: (job: Job, lane: number) => Promise<Result>,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const results = Array.from<Result>({ length: jobs.length })
  let next = 0
  const lane = async (number: number): Promise<void> => {
    while (next < jobs.length && !signal.aborted) {
      const index = next
      next += 1
      results[index] = await work(jobs[index]!, number)
    }
  }
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(lanes, jobs.length)) }, (_, index) => lane(index)),
  )
  return results.slice(0, next)
}
