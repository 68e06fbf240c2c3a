import { Link } from '@tanstack/react-router'
import allDone from '#art/all-done.svg'
import awaiting from '#art/awaiting-response.svg'
import noResults from '#art/no-results.svg'
import sayHi from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import type { ShownList } from './lists.ts'

const drawings: Record<ShownList, string> = { all: awaiting, curated: allDone, ongoing: sayHi, bookmarked: noResults }

export function EmptySessions({ list, level = 2, small = false }: { list: ShownList; level?: 2 | 3; small?: boolean }) {
  const t = useText()
  const action = list !== 'all' && (
    <ButtonLink kind="soft" size={small ? 'sm' : 'md'} render={<Link to={ways[list]} />}>
      {t(`learning.empty.${list}.action`)}
    </ButtonLink>
  )
  return (
    <Empty
      drawing={drawings[list]}
      title={t(`learning.empty.${list}.title`)}
      text={t(`learning.empty.${list}.text`)}
      action={action}
      level={level}
      small={small}
    />
  )
}

const ways = {
  curated: '/learninghub/allsession',
  ongoing: '/learninghub/curatedsession',
  bookmarked: '/learninghub/allsession',
} as const
