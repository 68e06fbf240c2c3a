import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { useConsole } from '../queries.ts'
import { Languages } from './languages.tsx'
import { Mail } from './mail.tsx'
import { Maintenance } from './maintenance.tsx'
import { settingsQuery } from './queries.ts'
import { QuietHoursSection } from './quiet-hours.tsx'
import { RetentionTable } from './retention.tsx'

/** Settings of the whole product, and the quiet hours of each programme. Changes apply at once. */
export function SettingsPage() {
  const t = useText()
  const { actions } = useConsole()
  return (
    <>
      <PageHead
        title={t('staff.settings.title')}
        text={t('staff.settings.text')}
        actions={
          actions.includes('staff.errors') && (
            <ButtonLink kind="line" render={<Link to="/staff/errors" />}>
              {t('staff.errors.title')}
            </ButtonLink>
          )
        }
      />
      {actions.includes('staff.settings') && <Instance />}
      {actions.includes('staff.chat_hours') && <QuietHoursSection />}
    </>
  )
}

function Instance() {
  const settings = useQuery(settingsQuery)
  return (
    <QueryStates query={settings}>
      {({ maintenance, mail, languages, retention }) => (
        <>
          <Maintenance current={maintenance} people={languages.reduce((sum, { people }) => sum + people, 0)} />
          <Mail current={mail} />
          <Languages languages={languages} />
          <RetentionTable rows={retention} />
        </>
      )}
    </QueryStates>
  )
}
