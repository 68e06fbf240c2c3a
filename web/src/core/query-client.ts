import { QueryClient } from '@tanstack/react-query'

/** The one place where server data lives. Failures are shown with a retry, never retried behind the person's back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: offline must end in a text and a retry, not in a skeleton that waits for ever.
    queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
