import { formatNumber } from '../../../lib/web/parts/numbers.ts'

/** The values that one colour of a chart represents. */
type Series<Point> = { name: string; style: string; value: (point: Point) => number }

type ChartProps<Point extends { week: string }> = {
  id: string
  title: string
  /** one sentence for screen readers */
  description: string
  points: readonly Point[]
  /** from the bottom up */
  series: readonly Series<Point>[]
}

/** A stacked column chart by week, with the same numbers in a table. */
export function Chart<Point extends { week: string }>(props: ChartProps<Point>) {
  const { title, series } = props
  return (
    <figure class="chart">
      <figcaption>
        {title}
        {series.length > 1 && (
          <ul class="key">
            {[...series].reverse().map(({ name, style }) => (
              <li key={name} class={style}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <Columns {...props} />
      <details>
        <summary>
          Show data <span class="visually-hidden">{title}</span>
        </summary>
        <DataTable {...props} />
      </details>
    </figure>
  )
}

/** Units of the SVG. */
const height = 100

function Columns<Point extends { week: string }>(props: ChartProps<Point>) {
  const { id, title, description, points, series } = props
  const top = ceiling(Math.max(...points.map((point) => sum(series, point))))
  return (
    <div class="chart-area">
      <p class="scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </p>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        viewBox={`0 0 ${points.length * 10} ${height}`}
        preserveAspectRatio="none"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {[0, height / 2, height].map((y) => (
          <path key={y} class="grid-line" d={`M0 ${y}h${points.length * 10}`} />
        ))}
        {points.map((point, i) => (
          <g key={point.week}>
            <title>{formatPoint(series, point)}</title>
            <Column left={i * 10} {...{ series, point, top }} />
          </g>
        ))}
      </svg>
      <p class="weeks" aria-hidden="true">
        {[points[0], points[Math.floor(points.length / 2)], points.at(-1)].map(
          (point) => point && <span key={point.week}>{day(point.week)}</span>,
        )}
      </p>
    </div>
  )
}

type ColumnProps<Point> = { left: number; point: Point; series: readonly Series<Point>[]; top: number }

function Column<Point>({ left, point, series, top }: ColumnProps<Point>) {
  let y = height
  return (
    <>
      <rect class="hover-area" x={left} y={0} width={10} height={height} />
      {series.map(({ name, style, value }) => {
        const size = (value(point) / top) * height
        y -= size
        return <rect key={name} class={style} x={left + 1} y={round(y)} width={8} height={round(size)} />
      })}
    </>
  )
}

function DataTable<Point extends { week: string }>({ title, points, series }: ChartProps<Point>) {
  return (
    <section class="scrolling" tabindex={0} aria-label={`${title}: data`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((point) => (
            <tr key={point.week}>
              <th scope="row">{day(point.week)}</th>
              {series.map(({ name, value }) => (
                <td key={name}>{formatNumber(value(point))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const sum = <Point,>(series: readonly Series<Point>[], point: Point) =>
  series.reduce((total, { value }) => total + value(point), 0)

const formatPoint = <Point extends { week: string }>(series: readonly Series<Point>[], point: Point) =>
  [`Week of ${day(point.week)}`, ...series.map(({ name, value }) => `${name}: ${formatNumber(value(point))}`)].join(
    '\n',
  )

/** Returns the smallest round even number that is at least `value`. */
export function ceiling(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(value)))
  const marks = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].map((step) => Math.round(step * power))
  return marks.find((mark) => mark >= value && mark % 2 === 0) ?? 10 * power
}

const round = (value: number) => Math.round(value * 100) / 100
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const day = (timestamp: string) => dates.format(new Date(timestamp))
