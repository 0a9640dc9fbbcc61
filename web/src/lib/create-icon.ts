import { createElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Record<string, string>]

/**
 * Creates an icon component from lucide's shape. Replaces the library's own function in builds (see `light-icons.ts`). Hidden
 * from screen readers unless it has a name.
 */
export function createIcon({ node }: { node: readonly Shape[] }) {
  return ({ strokeWidth = 2, ...rest }: SVGProps<SVGSVGElement>) => {
    const named = rest['aria-label'] !== undefined || rest.role !== undefined
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(!named && { 'aria-hidden': true }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
