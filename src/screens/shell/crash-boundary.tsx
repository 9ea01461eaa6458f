import {Component, type ReactNode} from 'react';

interface CrashBoundaryProps {
  onCrash(error: unknown): void;
  children: ReactNode;
}

/** Catches what a screen throws while it renders, so that the terminal is restored before anything is said of it. */
export class CrashBoundary extends Component<CrashBoundaryProps, {crashed: boolean}> {
  override state = {crashed: false};

  static getDerivedStateFromError(): {crashed: boolean} {
    return {crashed: true};
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
