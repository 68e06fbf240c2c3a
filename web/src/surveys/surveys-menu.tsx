import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { SideMenu } from '#core/shell/side-menu.tsx'
import { check, clock, survey } from '#core/ui/icons.ts'
import { surveysQuery } from './queries.ts'
import { groupOf } from './resume.ts'

/** The three list pages, in the order of the side menu. */
export type ShownList = 'all' | 'pending' | 'completed'

const pages = {
  all: { to: '/surveylisting', icon: survey },
  pending: { to: '/surveylisting/pendingsurveys', icon: clock },
  completed: { to: '/surveylisting/completedsurveys', icon: check },
} as const
const shown = ['all', 'pending', 'completed'] as const

export function SurveysMenu({ here }: { here: ShownList }) {
  const t = useText()
  const { data } = useQuery(surveysQuery)
  const links = shown.map((list) => ({
    ...pages[list],
    text: t(`surveys.menu.${list}`),
    count: list === 'all' ? undefined : data?.filter((each) => groupOf(each) === list).length,
  }))
  return <SideMenu label={t('surveys.menu')} links={links} here={t(`surveys.menu.${here}`)} hereIcon={pages[here].icon} />
}
