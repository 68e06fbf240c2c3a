/** Whether a path is one of the route table's: the only places a link from outside may lead to. */
export function pathMatcher(patterns: readonly string[]): (pathname: string) => boolean {
  const expressions = patterns.map(toExpression)
  return (pathname) => expressions.some((expression) => expression.test(pathname))
}

function toExpression(pattern: string): RegExp {
  const segments = pattern.split('/').filter(Boolean)
  const body = segments.map((segment) => `/${segment.startsWith('$') ? '[^/]+' : segment.replace(/\W/g, '\\$&')}`).join('')
  return new RegExp(`^${body}/?$`, 'i')
}
