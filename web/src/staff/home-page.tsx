import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Card, coverLinkClass } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './home-page.module.css'
import { PageHead } from './kit/page-head.tsx'
import { visibleGroups } from './navigation.ts'
import { Overview } from './overview.tsx'
import { useConsole } from './queries.ts'

/** An overview of the reader's programmes; people who may not see members get links to the parts they may use. */
export function HomePage() {
  const t = useText()
  const { firstName } = useProfile()
  const { actions, programmes, waiting } = useConsole()
  const entries = visibleGroups(actions)
    .flatMap((group) => group.entries)
    .filter(({ to }) => to !== '/staff')
  const names = programmes.map(({ name }) => name).join(', ')
  return (
    <>
      <PageHead
        title={t('staff.home.title', { name: firstName })}
        text={names ? t('staff.home.programmes', { names }) : t('staff.home.noProgramme')}
      />
      {actions.includes('staff.people_read') ? (
        <Overview />
      ) : (
        <ul className={css.entries}>
          {entries.map(({ to, text, icon, waiting: kind }) => (
            <Card as="li" key={to} className={css.entry}>
              <Icon of={icon} />
              <div>
                <h2>
                  <Link to={to} className={coverLinkClass}>
                    {t(text)}
                  </Link>
                </h2>
                {kind && <p>{waiting[kind] > 0 ? t('staff.home.waiting', { count: waiting[kind] }) : t('staff.home.nothing')}</p>}
              </div>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
