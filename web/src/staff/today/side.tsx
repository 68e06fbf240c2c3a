import type { PlannedContact } from '@saathi/contract/worklist/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { repeat } from '#core/ui/icons.ts'
import { useNow } from '#core/use-now.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { dayAfter } from './days.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { colleaguesQuery } from './queries.ts'
import css from './today.module.css'

/** The reader's planned contacts for today; selecting a name opens the dialog to log the contact. */
export function TodaysContacts({ planned }: { planned: readonly PlannedContact[] }) {
  const t = useText()
  const language = useLanguage()
  const today = dayAfter(useNow(), 0)
  const [current, setCurrent] = useState<PlannedContact | null>(null)
  const done = planned.filter(({ isDone }) => isDone).length
  return (
    <Card>
      <h2 className={css.sideHead}>
        {t('staff.today.contacts')}{' '}
        {planned.length > 0 && <small>{t('staff.today.contactsDone', { done, count: planned.length })}</small>}
      </h2>
      {planned.length === 0 ? (
        <p className={css.meta}>{t('staff.today.noContacts')}</p>
      ) : (
        <ol className={css.thread}>
          {planned.map((each) => (
            <li key={`${each.person.id} ${each.isDone}`} data-state={each.isDone ? 'done' : 'next'}>
              <button type="button" onClick={() => setCurrent(each)}>
                <b dir="auto">{each.person.name}</b>
                <small>
                  {t(`staff.pair.part.${each.person.part}`)} ·{' '}
                  {each.isDone
                    ? t('staff.today.contactDone')
                    : each.on < today
                      ? t('staff.today.contactLate', { day: shortDay(`${each.on}T06:00:00Z`, language) })
                      : t('staff.today.contactDue')}
                </small>
              </button>
            </li>
          ))}
        </ol>
      )}
      {current && <ContactDialog people={[current.person]} onClose={() => setCurrent(null)} />}
    </Card>
  )
}

export function HandOverCard() {
  const t = useText()
  const { id: userId } = useProfile()
  const colleagues = useQuery(colleaguesQuery)
  const [isOpen, setOpen] = useState(false)
  const mine = colleagues.data?.find(({ id }) => id === userId)?.caseload
  return (
    <Card>
      <h2 className={css.sideHead}>{t('staff.handOver.away')}</h2>
      <p className={css.meta}>{t('staff.handOver.text', { pairs: mine?.pairs ?? 0, contacts: mine?.contacts ?? 0 })}</p>
      <Button kind="line" size="sm" onClick={() => setOpen(true)}>
        <Icon of={repeat} />
        {t('staff.handOver.button')}
      </Button>
      {isOpen && <HandOverDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
