import css from './NoteGridSkeleton.module.css';

export function NoteGridSkeleton() {
  return (
    <div className={css.cards} role="status" aria-label="Loading notes">
      {[62, 44, 71, 53, 38, 66].map((width) => (
        <div key={width}>
          <i style={{ width: `${width}%` }} />
          <i />
          <i style={{ width: `${width + 20}%` }} />
        </div>
      ))}
    </div>
  );
}
