using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Query;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.State;

/// <summary>The states and reminders of a replica's actors, as rows. Any thread may call it.</summary>
/// <remarks>A write takes the term of the replica's role in which it was decided on: that of another one is refused
/// with a <see cref="System.Fabric.FabricNotPrimaryException"/>.</remarks>
/// <param name="store">Where the rows lie.</param>
/// <param name="time">Tells when reminders are due.</param>
internal sealed class ActorRows(RowStore store, TimeProvider time)
{
    private static readonly byte[] Present = [0];

    internal RowStore Store => store;

    private DateTime Now => time.GetUtcNow().UtcDateTime;

    /// <summary>Tells whether it is stored that an actor exists.</summary>
    internal async ValueTask<bool> IsPresentAsync(RowKey actor, CancellationToken token) =>
        await store.ReadAsync(RowTable.Actors, actor, token).ConfigureAwait(false) is not null;

    /// <summary>Gets the write that says that an actor exists.</summary>
    internal static RowWrite Presence(RowKey actor) => new(RowTable.Actors, actor, Present);

    /// <summary>Gets the write that says that a reminder has fired.</summary>
    /// <param name="actor">The actor.</param>
    /// <param name="reminder">The reminder.</param>
    /// <param name="deletes">Whether the reminder is deleted: it does not fire again.</param>
    internal RowWrite Fired(RowKey actor, IActorReminder reminder, bool deletes) => new(
        RowTable.Reminders,
        actor.With(reminder.Name),
        deletes ? null : ReminderRow.Fired(reminder, Now).Write());

    internal async Task AddActorAsync(ActorId id, RoleTerm term, CancellationToken token)
    {
        var actor = RowKey.Of(id);
        if (!await IsPresentAsync(actor, token).ConfigureAwait(false))
            await store.WriteAsync([Presence(actor)], term, token).ConfigureAwait(false);
    }

    internal async Task RemoveActorAsync(ActorId id, RoleTerm term, CancellationToken token)
    {
        var actor = RowKey.Of(id);
        var writes = new List<RowWrite> { new(RowTable.Actors, actor, null) };
        foreach (var table in new[] { RowTable.States, RowTable.Reminders })
        {
            var rows = await store.ReadRangeAsync(table, actor, actor, int.MaxValue, token).ConfigureAwait(false);
            writes.AddRange(rows.Select(r => new RowWrite(table, r.Key, null)));
        }

        await store.WriteAsync(writes, term, token).ConfigureAwait(false);
    }

    /// <summary>Gets a page of the actors, in the order of their keys.</summary>
    /// <exception cref="ArgumentException">The token is none of this query's.</exception>
    internal async Task<PagedResult<ActorId>> GetActorsAsync(
        int countMax, ContinuationToken? continuation, CancellationToken token)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(countMax);
        var (first, skipped) = ActorAt(continuation);
        var rows = await ReadPageAsync(RowTable.Actors, first, default, skipped, countMax, token)
            .ConfigureAwait(false);
        var ids = rows.Take(countMax).Select(r => r.Key.Split().Id).ToList();
        return new()
        {
            Items = ids,
            ContinuationToken = rows.Count > countMax ? new(ids[^1].GetStorageKey()) : null,
        };
    }

    internal async Task<IEnumerable<string>> GetStateNamesAsync(RowKey actor, CancellationToken token)
    {
        var rows = await store.ReadRangeAsync(RowTable.States, actor, actor, int.MaxValue, token)
            .ConfigureAwait(false);
        return rows.ConvertAll(r => r.Key.NameAfter(actor));
    }

    /// <summary>Stores a reminder, due its due time from now.</summary>
    internal async Task SaveReminderAsync(
        ActorId id, IActorReminder reminder, RoleTerm term, CancellationToken token)
    {
        var actor = RowKey.Of(id);
        var row = ReminderRow.Registered(reminder, Now).Write();
        var writes = new List<RowWrite> { new(RowTable.Reminders, actor.With(reminder.Name), row) };
        if (!await IsPresentAsync(actor, token).ConfigureAwait(false))
            writes.Add(Presence(actor));
        await store.WriteAsync(writes, term, token).ConfigureAwait(false);
    }

    /// <summary>Stores that a reminder has fired, if it is stored at all.</summary>
    internal async Task CompleteReminderAsync(
        ActorId id, IActorReminder reminder, RoleTerm term, CancellationToken token)
    {
        var write = Fired(RowKey.Of(id), reminder, deletes: false);
        if (await store.ReadAsync(RowTable.Reminders, write.Key, token).ConfigureAwait(false) is not null)
            await store.WriteAsync([write], term, token).ConfigureAwait(false);
    }

    internal async Task DeleteRemindersAsync(
        IEnumerable<KeyValuePair<ActorId, IReadOnlyCollection<string>>> names, RoleTerm term, CancellationToken token)
    {
        var writes = new List<RowWrite>();
        foreach (var (id, reminders) in names)
        {
            var actor = RowKey.Of(id);
            writes.AddRange(reminders.Select(n => new RowWrite(RowTable.Reminders, actor.With(n), null)));
        }

        await store.WriteAsync(writes, term, token).ConfigureAwait(false);
    }

    internal async Task<IActorReminderCollection> LoadRemindersAsync(CancellationToken token)
    {
        var loaded = new ReminderCollection();
        var now = Now;
        foreach (var row in await store.ReadAllAsync(RowTable.Reminders, token).ConfigureAwait(false))
        {
            var (_, id, name) = row.Key.Split();
            loaded.Add(id, ReminderRow.Read(row.Value).AsOf(name, now));
        }

        return loaded;
    }

    /// <summary>Gets a page of the reminders of an actor, or of all, in the order of their keys.</summary>
    /// <exception cref="ArgumentException">The token is none of this query's.</exception>
    internal async Task<ReminderPagedResult<KeyValuePair<ActorId, List<ActorReminderState>>>> GetRemindersAsync(
        int countMax, ActorId? actorId, ContinuationToken? continuation, CancellationToken token)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(countMax);
        var actor = actorId is null ? default : RowKey.Of(actorId);
        var skipped = ReminderAt(continuation);
        var rows = await ReadPageAsync(RowTable.Reminders, skipped ?? actor, actor, skipped, countMax, token)
            .ConfigureAwait(false);
        var (items, now) = (new List<KeyValuePair<ActorId, List<ActorReminderState>>>(), Now);
        var last = default(RowKey);
        foreach (var row in rows.Take(countMax))
        {
            var (owner, id, name) = row.Key.Split();
            if (items.Count == 0 || !owner.Equals(last))
                items.Add(new(id, []));
            last = owner;
            items[^1].Value.Add(ReminderRow.Read(row.Value).AsOf(name, now));
        }

        return new()
        {
            Items = items,
            ContinuationToken = rows.Count > countMax ? new(rows[countMax - 1].Key.ToString()) : null,
        };
    }

    // One row more than the page has, to know whether it is the last; and the one that the page before ended with.
    private async Task<List<Row>> ReadPageAsync(
        RowTable table, RowKey first, RowKey prefix, RowKey? skipped, int countMax, CancellationToken token)
    {
        var more = countMax > int.MaxValue - 2 ? int.MaxValue : countMax + 2;
        var rows = await store.ReadRangeAsync(table, first, prefix, more, token).ConfigureAwait(false);
        if (rows.Count > 0 && skipped is { } last && rows[0].Key.Equals(last))
            rows.RemoveAt(0);
        return rows;
    }

    private static (RowKey First, RowKey? Skipped) ActorAt(ContinuationToken? continuation)
    {
        if (continuation is null)
            return default;
        if (!ActorId.TryParseStorageKey(continuation.Marker as string, out var id))
            throw Foreign(continuation);
        var key = RowKey.Of(id);
        return (key, key);
    }

    private static RowKey? ReminderAt(ContinuationToken? continuation)
    {
        if (continuation is null)
            return null;
        try
        {
            var key = RowKey.OfBytes(Convert.FromHexString((string)continuation.Marker));
            key.Split();
            return key;
        }
        catch (Exception e) when (e is FormatException or InvalidCastException or System.IO.InvalidDataException)
        {
            throw Foreign(continuation);
        }
    }

    private static ArgumentException Foreign(ContinuationToken continuation) =>
        new($"The continuation token '{continuation.Marker}' is none of this query's.");
}
