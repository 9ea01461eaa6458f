import {useState} from 'react';
import {submitVersion} from '../../app/actions/submit.ts';
import type {Params} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';

interface SubmitDialogProps {
  /** A version other than the one in the screen's params. */
  about?: Params;
  missing: number;
  /** Instead of closing the dialog after the write. */
  onLeave?(): void;
}

/** For a screen that says itself what is missing: opens the dialog over it. */
export function useSubmitDialog(props: SubmitDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const onCancel = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen ? (
      <ConfirmFlow action={submitVersion} onLeave={onCancel} {...props} onCancel={onCancel} />
    ) : undefined,
  };
}
