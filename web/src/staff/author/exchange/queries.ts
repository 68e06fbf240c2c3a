import * as calls from '@saathi/contract/content/exchange-calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { saveFile } from '#core/save-file.ts'

export const useExportProgramme = () =>
  useMutation({
    mutationFn: () => send(calls.exportProgramme, {}),
    onSuccess: ({ fileName, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      saveFile(fileName, new Blob([bytes], { type: 'application/zip' }))
    },
  })

export const useCheckImport = () =>
  useMutation({ mutationFn: (archive: File) => send(calls.checkImport, { form: { fields: {}, files: { archive } } }) })

/** An import may change any content, so all lists and drafts are refetched. */
export function useImportProgramme(onDone: (changed: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ archive, token }: { archive: File; token: string }) =>
      send(calls.importProgramme, { form: { fields: { token }, files: { archive } } }),
    onSuccess: ({ changed }) => {
      onDone(changed)
      return client.invalidateQueries({ queryKey: ['staff', 'content'] })
    },
  })
}
