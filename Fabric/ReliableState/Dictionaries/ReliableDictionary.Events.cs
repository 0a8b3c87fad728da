using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Collections;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.Events;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState.Dictionaries;

/// <content>What the service is told about changes.</content>
internal sealed partial class ReliableDictionary<TKey, TValue>
{
    private Func<IReliableDictionary<TKey, TValue>, NotifyDictionaryRebuildEventArgs<TKey, TValue>, Task>? _rebuilt;

    private readonly Lock _handlers = new(); // for changes of the handlers
    private EventHandler<NotifyDictionaryChangedEventArgs<TKey, TValue>>? _changed;

    public event EventHandler<NotifyDictionaryChangedEventArgs<TKey, TValue>> DictionaryChanged
    {
        add
        {
            lock (_handlers)
                (_changed, Context.IsObserved) = (_changed + value, true);
        }
        remove
        {
            lock (_handlers)
                _changed -= value;
        }
    }

    public Func<IReliableDictionary<TKey, TValue>, NotifyDictionaryRebuildEventArgs<TKey, TValue>, Task>
        RebuildNotificationAsyncCallback
    {
        set => _rebuilt = value;
    }

    public override void Notify(in PendingOperation operation, ITransaction transaction)
    {
        if (_changed is not { } handlers || operation.Kind == OperationKind.None)
            return;
        var entry = operation.Item as Entry<TKey, TValue>;
        var version = operation.Version as Version<TValue>;
        NotifyDictionaryChangedEventArgs<TKey, TValue> change = operation.Kind switch
        {
            OperationKind.Add => new NotifyDictionaryItemAddedEventArgs<TKey, TValue>(
                transaction, entry!.Key, ValueOf(version!)!),
            OperationKind.Update => new NotifyDictionaryItemUpdatedEventArgs<TKey, TValue>(
                transaction, entry!.Key, ValueOf(version!)!),
            OperationKind.Remove => new NotifyDictionaryItemRemovedEventArgs<TKey, TValue>(transaction, entry!.Key),
            _ => new NotifyDictionaryClearEventArgs<TKey, TValue>(transaction.CommitSequenceNumber),
        };
        StateContext.Raise(handlers, this, change);
    }

    internal override async Task NotifyRebuiltAsync()
    {
        if (_rebuilt is not { } callback)
            return;
        var point = Context.Visibility.Register();
        try
        {
            var view = new SnapshotView<TKey, TValue>(null, Table.At(point.Lsn), point.Lsn, null);
            var all = new ViewEnumerable<TKey, TValue, KeyValuePair<TKey, TValue>>(
                view, () => view.Items(null, ordered: false), Pair);
            await callback(this, new NotifyDictionaryRebuildEventArgs<TKey, TValue>(all)).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            // As with every other event: the state is what it is, and a replica that faulted here would meet the same
            // callback again when it is rebuilt.
            ReliableStateEvents.Log.HandlerFailed(nameof(RebuildNotificationAsyncCallback), e.ToString());
        }
        finally
        {
            Context.Visibility.Release(point);
        }
    }
}
