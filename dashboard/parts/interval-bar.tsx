interface IntervalBarProps {
  readonly share: number | undefined
  readonly low?: number | undefined
  readonly high?: number | undefined
  readonly label: string
}

const WIDTH = 160

/** A share with the range it may really have: a bar, and a whisker over it. */
export function IntervalBar({ share, low, high, label }: IntervalBarProps) {
  if (share === undefined) return <span class="quiet">nothing measured</span>
  const at = (value: number): number => Math.max(0, Math.min(1, value)) * WIDTH
  return (
    <svg class="interval" role="img" aria-label={label} viewBox={`0 0 ${WIDTH} 16`} width={WIDTH} height={16}>
      <rect class="track" x={0} y={3} width={WIDTH} height={10} rx={2} />
      <rect class="share" x={0} y={3} width={at(share)} height={10} rx={2} />
      {low !== undefined && high !== undefined && (
        <path class="whisker" d={`M${at(low)} 8H${at(high)}M${at(low)} 4v8M${at(high)} 4v8`} />
      )}
    </svg>
  )
}
