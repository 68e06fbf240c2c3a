import { mediaQuery } from '#core/ui/media-query.ts'

/** There is room for the filter next to the posts. */
export const useIsWide = mediaQuery('(min-width: 1200px)')
