#nullable disable

using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.Actors.Diagnostics;

namespace SfPerf.Fabric.Actors.State;

/// <summary>
/// The states of one actor: those that were read or changed are in memory, and the changes are stored together.
/// </summary>
/// <remarks>
/// Any thread may call it, and a turn may do several calls at once. What is in memory is answered at once and without
/// an allocation for each call. A change stays to be saved until it is saved: a save that failed may be repeated.
/// </remarks>
internal sealed class ActorStateManager : IActorStateManager
{
    private readonly ActorId _id;
    private readonly IActorStateProvider _provider;
    private readonly IRowStateProvider _ours;      // null where the provider is not ours
    private readonly RowKey _actor;                // likewise none
    private readonly RoleTerm _term;               // in which the actor was activated
    private readonly StateTable _states = new();   // guarded by itself
    private SaveBuffer _saving;                    // of the save under way; null while there is none
    private TaskCompletionSource _saveEnded;       // guarded by _states; made by those who wait for a save
    private ActorRows _rows;                       // once they were asked for
    private bool _isRecorded;                      // whether it is stored that the actor exists
    private long _generation;                      // guarded by _states; counts how often all was forgotten

    internal ActorStateManager(ActorId id, IActorStateProvider provider)
    {
        (_id, _provider) = (id, provider);
        _ours = provider as IRowStateProvider;
        if (_ours is null)
            return;
        _actor = RowKey.Of(id);
        _term = _ours.Term;
    }

    // An actor is made, in a unit test, before the replica of its service is initialized; null where they are not ours.
    private ActorRows Rows => _rows ??= _ours?.Rows;

    public async Task AddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default)
    {
        if (!await TryAddStateAsync(stateName, value, cancellationToken).ConfigureAwait(false))
            throw new InvalidOperationException($"The actor '{_id}' has a state '{stateName}' already.");
    }

    public Task<bool> TryAddStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        lock (_states)
        {
            if (_states.Find(stateName) is { } state)
            {
                if (!state.IsRemoved)
                    return Task.FromResult(false);
                Set(state, value);
                return Task.FromResult(true);
            }
        }

        return TryAddUnseenAsync(stateName, value, cancellationToken);
    }

    public Task<T> GetStateAsync<T>(string stateName, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        lock (_states)
        {
            if (_states.Find(stateName) is TrackedState<T> { IsRemoved: false } state)
                return state.Read;
        }

        return GetSlowAsync<T>(stateName, cancellationToken);
    }

    public Task<ConditionalValue<T>> TryGetStateAsync<T>(
        string stateName, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        long generation;
        lock (_states)
        {
            if (_states.Find(stateName) is { } state)
                return state is TrackedState<T> { IsRemoved: false } typed ? typed.TryRead : TryCast<T>(state);
            generation = _generation;
        }

        return LoadAsync<T>(stateName, generation, cancellationToken);
    }

    public Task SetStateAsync<T>(string stateName, T value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        lock (_states)
        {
            if (_states.Find(stateName) is { } state)
            {
                Set(state, value);
                return Task.CompletedTask;
            }
        }

        return SetUnseenAsync(stateName, value, cancellationToken);
    }

    public async Task RemoveStateAsync(string stateName, CancellationToken cancellationToken = default)
    {
        if (!await TryRemoveStateAsync(stateName, cancellationToken).ConfigureAwait(false))
            throw Missing(stateName);
    }

    public Task<bool> TryRemoveStateAsync(string stateName, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        lock (_states)
        {
            if (_states.Find(stateName) is { } state)
                return Task.FromResult(Remove(state));
        }

        return TryRemoveUnseenAsync(stateName, cancellationToken);
    }

    public Task<bool> ContainsStateAsync(string stateName, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stateName);
        lock (_states)
        {
            if (_states.Find(stateName) is { } state)
                return Task.FromResult(!state.IsRemoved);
        }

        return IsStoredAsync(stateName, cancellationToken).AsTask();
    }

    public async Task<T> GetOrAddStateAsync<T>(
        string stateName, T value, CancellationToken cancellationToken = default)
    {
        while (true)
        {
            var found = await TryGetStateAsync<T>(stateName, cancellationToken).ConfigureAwait(false);
            if (found.HasValue)
                return found.Value;
            if (await TryAddStateAsync(stateName, value, cancellationToken).ConfigureAwait(false))
                return value;
        }
    }

    public async Task<T> AddOrUpdateStateAsync<T>(
        string stateName,
        T addValue,
        Func<string, T, T> updateValueFactory,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(updateValueFactory);
        while (true)
        {
            var found = await TryGetStateAsync<T>(stateName, cancellationToken).ConfigureAwait(false);
            if (found.HasValue)
            {
                var updated = updateValueFactory(stateName, found.Value);
                await SetStateAsync(stateName, updated, cancellationToken).ConfigureAwait(false);
                return updated;
            }

            if (await TryAddStateAsync(stateName, addValue, cancellationToken).ConfigureAwait(false))
                return addValue;
        }
    }

    public async Task<IEnumerable<string>> GetStateNamesAsync(CancellationToken cancellationToken = default)
    {
        var stored = Rows is null
            ? await _provider.EnumerateStateNamesAsync(_id, cancellationToken).ConfigureAwait(false)
            : await Rows.GetStateNamesAsync(_actor, cancellationToken).ConfigureAwait(false);
        var names = new SortedSet<string>(stored, StringComparer.Ordinal);
        lock (_states)
        {
            for (var i = 0; i < _states.Count; i++)
            {
                if (_states[i].IsRemoved)
                    names.Remove(_states[i].Name);
                else
                    names.Add(_states[i].Name);
            }
        }

        return names.ToList();
    }

    public Task ClearCacheAsync(CancellationToken cancellationToken = default)
    {
        lock (_states)
        {
            _states.Clear();
            _generation++;
        }

        return Task.CompletedTask;
    }

    public Task SaveStateAsync(CancellationToken cancellationToken = default)
    {
        var saving = SaveAsync(null, cancellationToken);
        return saving.IsCompletedSuccessfully ? Task.CompletedTask : saving.AsTask();
    }

    /// <summary>Saves the changes at the end of a turn.</summary>
    internal ValueTask SaveTurnAsync() => SaveAsync(null, CancellationToken.None);

    /// <summary>Saves the changes and, in the same record, that the reminder has fired whose turn this is.</summary>
    /// <param name="reminder">The reminder.</param>
    /// <param name="deletes">Whether the reminder is deleted: it does not fire again.</param>
    /// <param name="token">Ends the wait for locks, and for another attempt.</param>
    internal async ValueTask SaveReminderTurnAsync(IActorReminder reminder, bool deletes, CancellationToken token)
    {
        if (Rows is not null)
        {
            await SaveAsync(Rows.Fired(_actor, reminder, deletes), token).ConfigureAwait(false);
            return;
        }

        await SaveAsync(null, token).ConfigureAwait(false);
        if (deletes)
            await _provider.DeleteReminderAsync(_id, reminder.Name, token).ConfigureAwait(false);
        else
            await _provider.ReminderCallbackCompletedAsync(_id, reminder, token).ConfigureAwait(false);
    }

    private static Task<ConditionalValue<T>> TryCast<T>(TrackedState state)
    {
        try
        {
            return Task.FromResult(state.IsRemoved ? default : new ConditionalValue<T>(true, state.ValueAs<T>()));
        }
        catch (InvalidCastException e)
        {
            return Task.FromException<ConditionalValue<T>>(e);
        }
    }

    private async Task<T> GetSlowAsync<T>(string name, CancellationToken token)
    {
        var found = await TryGetStateAsync<T>(name, token).ConfigureAwait(false);
        return found.HasValue ? found.Value : throw Missing(name);
    }

    private async Task<ConditionalValue<T>> LoadAsync<T>(string name, long generation, CancellationToken token)
    {
        T value;
        var key = KeyOf(name);
        var began = ActorMeter.Load.Enabled ? TimeProvider.System.GetTimestamp() : 0;
        if (Rows is null)
        {
            if (!await _provider.ContainsStateAsync(_id, name, token).ConfigureAwait(false))
                return default;
            value = await _provider.LoadStateAsync<T>(_id, name, token).ConfigureAwait(false);
        }
        else
        {
            var stored = await Rows.Store.ReadAsync(RowTable.States, key, token).ConfigureAwait(false);
            if (stored is null)
            {
                ActorMeter.Load.RecordSince(began, TimeProvider.System);
                return default;
            }

            value = StateCodec<T>.Instance.Read(stored);
        }

        ActorMeter.Load.RecordSince(began, TimeProvider.System);
        lock (_states)
        {
            if (_states.Find(name) is { } other)
                return other.IsRemoved ? default : new(true, other.ValueAs<T>());
            // A value that a task of an ended turn has read does not become part of the turn that runs now.
            if (generation == _generation)
                _states.Set(new TrackedState<T>(name, key, StateChangeKind.None, value));
        }

        return new(true, value);
    }

    private async Task<bool> TryAddUnseenAsync<T>(string name, T value, CancellationToken token)
    {
        if (await IsStoredAsync(name, token).ConfigureAwait(false))
            return false;
        lock (_states)
        {
            if (_states.Find(name) is not { } other)
                _states.Set(new TrackedState<T>(name, KeyOf(name), StateChangeKind.Add, value));
            else if (other.IsRemoved)
                Set(other, value);
            else
                return false;
        }

        return true;
    }

    private async Task SetUnseenAsync<T>(string name, T value, CancellationToken token)
    {
        var isStored = await IsStoredAsync(name, token).ConfigureAwait(false);
        var kind = isStored ? StateChangeKind.Update : StateChangeKind.Add;
        lock (_states)
        {
            if (_states.Find(name) is { } other)
                Set(other, value);
            else
                _states.Set(new TrackedState<T>(name, KeyOf(name), kind, value));
        }
    }

    private async Task<bool> TryRemoveUnseenAsync(string name, CancellationToken token)
    {
        if (!await IsStoredAsync(name, token).ConfigureAwait(false))
            return false;
        lock (_states)
        {
            if (_states.Find(name) is { } other)
                return Remove(other);
            _states.Set(new TrackedState<object>(name, KeyOf(name), StateChangeKind.Remove, null));
        }

        return true;
    }

    private async ValueTask<bool> IsStoredAsync(string name, CancellationToken token) => Rows is null
        ? await _provider.ContainsStateAsync(_id, name, token).ConfigureAwait(false)
        : await Rows.Store.ReadAsync(RowTable.States, KeyOf(name), token).ConfigureAwait(false) is not null;

    private RowKey KeyOf(string name) => Rows is null ? default : _actor.With(name);

    private KeyNotFoundException Missing(string name) => new($"The actor '{_id}' has no state '{name}'.");

    // Under the lock. A value of another type takes the place of the state: it is stored as what it is set as.
    private void Set<T>(TrackedState state, T value)
    {
        var kind = state.KindWhenSet;
        if (state is TrackedState<T> typed)
        {
            typed.Value = value;
            typed.Change(kind);
            return;
        }

        _states.Set(new TrackedState<T>(state.Name, state.Key, kind, value));
    }

    // Under the lock. What was never stored leaves nothing to remove.
    private bool Remove(TrackedState state)
    {
        if (state.IsRemoved)
            return false;
        if (state.MayBeStored)
            state.Change(StateChangeKind.Remove);
        else
            _states.Remove(state.Name);
        return true;
    }

    // Ends at once where nothing has changed.
    private ValueTask SaveAsync(RowWrite? more, CancellationToken token)
    {
        lock (_states)
        {
            if (_saving is not null)
            {
                return SaveAfterAsync((_saveEnded ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task,
                    more, token);
            }

            BeginSaving();
            if (_saving is null && more is null)
                return default;
            _saving ??= SaveBuffer.Rent();
        }

        return StoreAsync(_saving, more, token);
    }

    // A turn that does not await its own save has begun the next one.
    private async ValueTask SaveAfterAsync(Task other, RowWrite? more, CancellationToken token)
    {
        await other.WaitAsync(token).ConfigureAwait(false);
        await SaveAsync(more, token).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask StoreAsync(SaveBuffer save, RowWrite? more, CancellationToken token)
    {
        var isSaved = false;
        try
        {
            if (Rows is null)
            {
                await _provider.SaveStateAsync(_id, save.States.ConvertAll(s => s.ToChange()), token)
                    .ConfigureAwait(false);
            }
            else
            {
                Serialize(save, more);
                if (!_isRecorded && !await Rows.IsPresentAsync(_actor, token).ConfigureAwait(false))
                    save.Writes.Add(ActorRows.Presence(_actor));
                await Rows.Store.WriteAsync(save.Writes, _term ?? Rows.Store.Term, token).ConfigureAwait(false);
                _isRecorded = true;
            }

            isSaved = true;
        }
        finally
        {
            EndSaving(isSaved);
        }
    }

    private static void Serialize(SaveBuffer save, RowWrite? more)
    {
        foreach (var state in save.States)
            save.Writes.Add(new(RowTable.States, state.Key, state.Serialize()));
        if (more is { } other)
            save.Writes.Add(other);
    }

    // Under the lock.
    private void BeginSaving()
    {
        for (var i = 0; i < _states.Count; i++)
        {
            if (!_states[i].IsChanged)
                continue;
            _states[i].BeginSaving();
            (_saving ??= SaveBuffer.Rent()).States.Add(_states[i]);
        }
    }

    private void EndSaving(bool isSaved)
    {
        TaskCompletionSource ended;
        lock (_states)
        {
            foreach (var state in _saving.States)
            {
                var wasRemoved = state.IsRemoved;
                if (state.EndSaving(isSaved) && wasRemoved && ReferenceEquals(_states.Find(state.Name), state))
                    _states.Remove(state.Name);
            }

            _saving.Return();
            _saving = null;
            (ended, _saveEnded) = (_saveEnded, null);
        }

        ended?.SetResult();
    }
}
