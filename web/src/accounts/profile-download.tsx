import type { Profile } from '@saathi/contract/accounts/entities'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { saveFile } from '#core/save-file.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import { ProfileConfirm } from './profile-confirm.tsx'
import css from './profile-data.module.css'
import { mustConfirm, useExport } from './profile-queries.ts'

export function ProfileDownload({ profile }: { profile: Profile }) {
  const t = useText()
  const exporting = useExport()
  const [isConfirming, setConfirming] = useState(false)
  const isFailed = exporting.isError && !mustConfirm(exporting.error)

  function handleDownload() {
    exporting.mutate(undefined, {
      onSuccess: (data) => {
        const name = `saathi-my-data-${plainDay(data.exportedAt)}.json`
        saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
        showToast({ text: t('profile.data.downloaded', { name }) })
        setConfirming(false)
      },
      onError: (error) => setConfirming(mustConfirm(error)),
    })
  }

  return (
    <div className={css.row}>
      <p className={css.words}>{t('profile.data.downloadText')}</p>
      <Button kind="line" busy={exporting.isPending} busyLabel={t('profile.data.preparing')} onClick={handleDownload}>
        <Icon of={download} /> {t('profile.data.download')}
      </Button>
      {isFailed && (
        <Note tone="bad" live="alert" className={css.fault}>
          {t(errorTextKey(exporting.error))}
        </Note>
      )}
      <ProfileConfirm
        open={isConfirming}
        profile={profile}
        isRunning={exporting.isPending}
        onClose={() => setConfirming(false)}
        onConfirmed={handleDownload}
      />
    </div>
  )
}
