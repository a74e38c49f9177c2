import { useEffect, useRef } from 'preact/hooks'
import UPlot from 'uplot'

export interface Curve {
  readonly name: string
  readonly colour: string
  readonly values: readonly (number | undefined)[]
}

interface PlotProps {
  readonly title: string
  readonly xs: readonly number[]
  readonly curves: readonly Curve[]
  /** What the axis counts, such as `turn`. */
  readonly along: string
  readonly range?: readonly [number, number]
}

/** A curve over time; the numbers behind it are in the table that stands beside every plot. */
export function Plot({ title, xs, curves, along, range }: PlotProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const ink = getComputedStyle(element).color
    const axis = {
      stroke: ink,
      grid: { stroke: 'color-mix(in srgb, currentColor 15%, transparent)', show: false },
    }
    const plot = new UPlot(
      {
        width: Math.max(280, element.clientWidth),
        height: 180,
        scales: { x: { time: false }, ...(range === undefined ? {} : { y: { range: [...range] } }) },
        axes: [{ ...axis, label: along }, axis],
        series: [
          { label: along },
          ...curves.map(({ name, colour }) => ({ label: name, stroke: colour, width: 2, spanGaps: true })),
        ],
      },
      [[...xs], ...curves.map(({ values }) => values.map((value) => value ?? null))] as UPlot.AlignedData,
      element,
    )
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(280, element.clientWidth), height: 180 }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [xs, curves])
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div
        ref={host}
        role="img"
        aria-label={`${title}: ${curves.map(({ name }) => name).join(', ')} by ${along}`}
      />
    </figure>
  )
}
