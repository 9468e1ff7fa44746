import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordRoute } from '../../lib/paths';
import { useLeaveDialog } from '../dialogs/leaveDialog';

interface LeavingLinkProps {
  route: RecordRoute;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link that closes the dialog around it. The dialog asks first if typed input would be lost. Opening the link in a
 * new tab leaves the dialog open.
 */
export function LeavingLink({ route: { to, state }, className, children }: LeavingLinkProps) {
  const navigate = useNavigate();
  const leave = useLeaveDialog();
  return (
    <Link
      className={className}
      to={to}
      state={state}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        leave(() => void navigate(to, { state }));
      }}
    >
      {children}
    </Link>
  );
}
