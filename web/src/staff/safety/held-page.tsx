import type { HeldMessage } from '@saathi/contract/chat/filter'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { BlankButton, BlankScreen } from './blank-screen.tsx'
import css from './filter.module.css'
import { heldQuery } from './filter-queries.ts'
import { HeldDialog } from './held-dialog.tsx'
import { HiddenBars } from './hidden-words.tsx'

/** Messages that wait for the team's review. Their texts are loaded on request. */
export function HeldPage() {
  const t = useText()
  const search: { page?: string } = useSearch({ strict: false })
  const page = Math.max(1, Number(search.page) || 1)
  const query = useQuery(heldQuery(page))
  const [open, setOpen] = useState<HeldMessage | null>(null)
  return (
    <BlankScreen>
      {(blank) => (
        <>
          <PageHead title={t('staff.held.title')} text={t('staff.held.text')} actions={<BlankButton onClick={blank} />} />
          <QueryStates query={query}>
            {({ held, hasNextPage }) =>
              held.length === 0 ? (
                <Empty title={t('staff.held.none')} text={t('staff.held.noneText')} />
              ) : (
                <>
                  <ul className={css.list}>
                    {held.map((each) => (
                      <HeldRow key={each.id} held={each} onOpen={() => setOpen(each)} />
                    ))}
                  </ul>
                  <p className={css.acts}>
                    {page > 1 && (
                      <Link to="/staff/safety/held" search={page > 2 ? { page: String(page - 1) } : {}}>
                        {t('staff.previous')}
                      </Link>
                    )}
                    {hasNextPage && (
                      <Link to="/staff/safety/held" search={{ page: String(page + 1) }}>
                        {t('staff.next')}
                      </Link>
                    )}
                  </p>
                </>
              )
            }
          </QueryStates>
          {open && <HeldDialog held={open} onClose={() => setOpen(null)} />}
        </>
      )}
    </BlankScreen>
  )
}

function HeldRow({ held, onOpen }: { held: HeldMessage; onOpen: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { sender, programme, kinds, heldAt, hasFile } = held
  return (
    <li>
      <Card>
        <div className={css.row}>
          <div className={css.grow}>
            <b>{sender.name}</b>
            <small className={css.meta}>
              {t(`profile.role.${sender.role}`)} · {programme} · {dayAndTime(heldAt, language)}
            </small>
            <p className={css.chips}>
              {kinds.map((kind) => (
                <Chip key={kind}>{t(`staff.filter.kind.${kind}`)}</Chip>
              ))}
              {hasFile && <Chip>{t('staff.held.file')}</Chip>}
            </p>
            <HiddenBars label={t('staff.held.hidden')} />
          </div>
          <Button kind="line" onClick={onOpen} aria-label={t('staff.held.lookAt', { name: sender.name })}>
            {t('staff.held.look')}
          </Button>
        </div>
      </Card>
    </li>
  )
}
