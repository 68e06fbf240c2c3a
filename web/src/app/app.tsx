import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { TextsProvider } from '#core/i18n/texts.tsx'
import { queryClient } from '#core/query-client.ts'
import type { AppRouter } from './router.tsx'

export function App({ router }: { router: AppRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TextsProvider>
          <RouterProvider router={router} />
        </TextsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
