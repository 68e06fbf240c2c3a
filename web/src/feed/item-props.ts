/** Position in the feed for screen readers; the total is unknown before the end. */
export type ItemProps = {
  tabIndex?: number
  ref?: ((element: HTMLElement | null) => void) | undefined
  'aria-posinset'?: number
  'aria-setsize'?: number
}
