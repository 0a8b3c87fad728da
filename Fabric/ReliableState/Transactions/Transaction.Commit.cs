using System;
using System.Fabric;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ReliableState.Locking;

namespace SfPerf.Fabric.ReliableState.Transactions;

/// <content>The end of a transaction: commit, apply, abort.</content>
internal sealed partial class Transaction
{
    private static readonly TimeSpan RetryDelayMin = TimeSpan.FromMilliseconds(64);
    private static readonly TimeSpan RetryDelayMax = TimeSpan.FromSeconds(4);

    public Task CommitAsync()
    {
        try
        {
            Enter();
        }
        catch (InvalidOperationException e)
        {
            return Task.FromException(e);
        }
        if (!HasOperations)
        {
            End(TransactionState.Committed);
            Exit();
            return Task.CompletedTask;
        }
        try
        {
            _state = TransactionState.Committing;
            CheckSize(_writeSet!.Record.Length);
            ReleaseShared();
            var completion = new TaskCompletionSource(Context.ContinuesWhereApplied
                ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously);
            _completion = completion;
            Context.Log.Replicate(_writeSet.Record.Written, this);
            return completion.Task;
        }
        catch (FabricTransientException)
        {
            return RetryAsync();
        }
        catch (Exception e)
        {
            return Task.FromException(Refuse(e));
        }
    }

    /// <summary>Makes the operations part of the state and releases the locks. Apply thread.</summary>
    /// <exception cref="InvalidOperationException">The log let another primary's writes in between, which it promises
    /// not to: the replica fails rather than differ from the others.</exception>
    internal void Apply(long lsn)
    {
        if (!IsOfThisState)
        {
            throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture,
                $"The {this}, LSN {lsn}, was overtaken in the log by what another primary wrote."));
        }
        var operations = _writeSet!.Operations;
        foreach (ref readonly var operation in System.Runtime.InteropServices.CollectionsMarshal.AsSpan(operations))
            operation.Target.Apply(in operation, lsn);
        Volatile.Write(ref _commitLsn, lsn);
        Context.Visibility.Publish(lsn);
        foreach (ref readonly var operation in System.Runtime.InteropServices.CollectionsMarshal.AsSpan(operations))
            operation.Target.Settle(in operation, lsn);
        ReleaseAll();
    }

    /// <summary>Raises the events of the operations. Apply thread, after <see cref="Apply"/>.</summary>
    internal void Notify()
    {
        foreach (var operation in _writeSet!.Operations)
            operation.Target.Notify(in operation, this);
    }

    protected override void Complete(Exception? failure)
    {
        if (failure is null)
        {
            Committed();
            TellElsewhere();
            return;
        }
        try
        {
            End(TransactionState.Faulted);
            Exit();
        }
        finally
        {
            // Whatever error the undo meets, the caller gets it.
            _failure = new TransactionFaultedException(
                $"The outcome of the {this} is unknown: its record had entered the log.", failure);
            TellElsewhere();
        }
    }

    protected override void CompleteInPlace()
    {
        Committed();
        Tell();
    }

    void IThreadPoolWorkItem.Execute() => Tell();

    private void Committed()
    {
        ReturnWork();
        _state = TransactionState.Committed;
        Exit();
    }

    // On the pool, where the task itself does not see to that.
    private void TellElsewhere()
    {
        if (_completion!.Task.CreationOptions.HasFlag(TaskCreationOptions.RunContinuationsAsynchronously))
            Tell();
        else
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: true);
    }

    private void Tell()
    {
        if (_failure is null)
            _completion!.TrySetResult();
        else
            _completion!.TrySetException(_failure);
    }

    // No time limit, as documented: a commit waits for a quorum until this replica loses its role or closes.
    private async Task RetryAsync()
    {
        var delay = RetryDelayMin;
        while (true)
        {
            try
            {
                await Task.Delay(delay, Context.Time, Context.ClosedToken).ConfigureAwait(false);
                Context.Log.Replicate(_writeSet!.Record.Written, this);
                break;
            }
            catch (FabricTransientException)
            {
                delay = delay * 2 < RetryDelayMax ? delay * 2 : RetryDelayMax;
            }
            catch (OperationCanceledException)
            {
                throw Refuse(new FabricObjectClosedException("The replica closed before the commit."));
            }
            catch (Exception e)
            {
                throw Refuse(e);
            }
        }
        await _completion!.Task.ConfigureAwait(false);
    }

    /// <summary>Ends a commit whose record never entered the log.</summary>
    private Exception Refuse(Exception why)
    {
        if (why is FabricReplicationOperationTooLargeException)
            why = new TransactionFaultedException($"The {this} was aborted: it is too large.", why);
        if (_state == TransactionState.Committing)
            End(why is TransactionFaultedException ? TransactionState.Faulted : TransactionState.Aborted);
        Exit();
        return why;
    }

    /// <summary>
    /// Ends the transaction without applying it: takes back its operations, the last first; frees its locks.
    /// </summary>
    private void End(TransactionState state)
    {
        _state = state;
        UndoAll();
        ReleaseAll();
        ReturnWork();
    }

    private void UndoAll()
    {
        if (_writeSet is not { } writeSet)
            return;
        for (var i = writeSet.Operations.Count - 1; i >= 0; i--)
        {
            var operation = writeSet.Operations[i];
            operation.Target.Undo(in operation);
        }
    }

    private void ReturnWork()
    {
        if (_writeSet is { } writeSet)
        {
            _writeSet = null;
            Context.WriteSets.Return(writeSet);
        }
    }

    private void ReleaseAll()
    {
        if (_writeSet is { } writeSet)
        {
            foreach (var held in writeSet.Locks)
                Release(held, onlyShared: false);
            writeSet.Locks.Clear();
            foreach (var collectionLock in writeSet.CollectionLocks)
                collectionLock.Exit(LockKind.Shared);
            writeSet.CollectionLocks.Clear();
        }
        if (_snapshot is { } snapshot)
        {
            _snapshot = null;
            Context.Visibility.Release(snapshot);
        }
    }

    private void ReleaseShared()
    {
        foreach (var held in _writeSet!.Locks)
            Release(held, onlyShared: true);
    }

    private void Release(in HeldLock held, bool onlyShared)
    {
        LockWaiter? granted;
        lock (held.Resource)
        {
            granted = onlyShared ? held.Resource.ReleaseShared(_writeSet!) : held.Resource.Release(_writeSet!);
            if (held.Resource.IsIdle)
                held.Home.RetireIfEmpty(held.Resource);
        }
        LockWaiter.Wake(granted);
    }
}
