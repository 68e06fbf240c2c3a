import * as calls from '@saathi/contract/mentorship/farewell-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { saveFile } from '#core/save-file.ts'
import { domainKey } from '../cache.ts'

const farewellKey = (mentorship: number) => [...domainKey, 'farewell', mentorship] as const

export const farewellQuery = (mentorship: number) =>
  queryOptions({
    queryKey: farewellKey(mentorship),
    queryFn: ({ signal }) => send(calls.getFarewell, { params: { id: mentorship } }, { signal }),
  })

export function useWriteFarewell(mentorship: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['mentorship', 'farewell', mentorship],
    mutationFn: (body: { takeaway: string; thanks: string }) => send(calls.writeFarewell, { params: { id: mentorship }, body }),
    onSuccess: (farewell) => {
      client.setQueryData(farewellKey(mentorship), farewell)
      onDone()
    },
  })
}

/** The server creates the paper for each request. */
export const useDownloadPaper = (mentorship: number) =>
  useMutation({
    mutationKey: ['mentorship', 'farewell-paper', mentorship],
    mutationFn: (paper: calls.FarewellPaper) => send(calls.getFarewellPaper, { params: { id: mentorship, paper } }),
    onSuccess: ({ fileName, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      saveFile(fileName, new Blob([bytes], { type: 'application/pdf' }))
    },
  })
