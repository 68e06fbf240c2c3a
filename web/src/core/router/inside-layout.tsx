import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useText } from '../i18n/texts.tsx'
import { Shell } from '../shell/shell.tsx'
import { Toaster } from '../ui/toast.tsx'
import { PagePending } from './page-pending.tsx'

export function InsideLayout() {
  const t = useText()
  return (
    <>
      <Shell>
        <Suspense fallback={<PagePending />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Toaster label={t('app.notices')} />
    </>
  )
}
