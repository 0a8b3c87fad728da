using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ReliableState.States;
using SfPerf.Fabric.ReliableState.Transactions;

namespace SfPerf.Fabric.ReliableState;

/// <content>What services see of it.</content>
internal sealed partial class ReliableStateManagerReplica
{
    private readonly Lock _handlers = new(); // for changes of the handlers
    private EventHandler<NotifyStateManagerChangedEventArgs>? _stateManagerChanged;
    private EventHandler<NotifyTransactionChangedEventArgs>? _transactionChanged;

    public event EventHandler<NotifyStateManagerChangedEventArgs> StateManagerChanged
    {
        add
        {
            lock (_handlers)
                (_stateManagerChanged, _context.IsObserved) = (_stateManagerChanged + value, true);
        }
        remove
        {
            lock (_handlers)
                _stateManagerChanged -= value;
        }
    }

    public event EventHandler<NotifyTransactionChangedEventArgs> TransactionChanged
    {
        add
        {
            lock (_handlers)
                (_transactionChanged, _context.IsObserved) = (_transactionChanged + value, true);
        }
        remove
        {
            lock (_handlers)
                _transactionChanged -= value;
        }
    }

    private static TimeSpan Default => StateContext.DefaultTimeout;

    public ITransaction CreateTransaction() => new Transaction(_context);

    public bool TryAddStateSerializer<T>(IStateSerializer<T> stateSerializer)
    {
        ArgumentNullException.ThrowIfNull(stateSerializer);
        return _context.Serializers.TryAdd(stateSerializer);
    }

    public async Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name, TimeSpan timeout)
        where T : IReliableState =>
        await _states.FindOrAddAsync<T>(tx, StateName.Check(name), StateContext.CheckTimeout(timeout))
            .ConfigureAwait(false);

    public Task<T> GetOrAddAsync<T>(ITransaction tx, Uri name)
        where T : IReliableState => GetOrAddAsync<T>(tx, name, Default);

    public Task<T> GetOrAddAsync<T>(ITransaction tx, string name, TimeSpan timeout)
        where T : IReliableState => GetOrAddAsync<T>(tx, StateName.Of(name), timeout);

    public Task<T> GetOrAddAsync<T>(ITransaction tx, string name)
        where T : IReliableState => GetOrAddAsync<T>(tx, StateName.Of(name), Default);

    public Task<T> GetOrAddAsync<T>(Uri name, TimeSpan timeout)
        where T : IReliableState
    {
        try
        {
            return _states.FindOrAddAsync<T>(StateName.Check(name), StateContext.CheckTimeout(timeout));
        }
        catch (Exception e)
        {
            return Task.FromException<T>(e);
        }
    }

    public Task<T> GetOrAddAsync<T>(Uri name)
        where T : IReliableState => GetOrAddAsync<T>(name, Default);

    public Task<T> GetOrAddAsync<T>(string name, TimeSpan timeout)
        where T : IReliableState => GetOrAddAsync<T>(StateName.Of(name), timeout);

    public Task<T> GetOrAddAsync<T>(string name)
        where T : IReliableState => GetOrAddAsync<T>(StateName.Of(name), Default);

    public Task<ConditionalValue<T>> TryGetAsync<T>(Uri name)
        where T : IReliableState
    {
        try
        {
            return Task.FromResult(_states.TryFind<T>(StateName.Check(name)));
        }
        catch (Exception e)
        {
            return Task.FromException<ConditionalValue<T>>(e);
        }
    }

    public Task<ConditionalValue<T>> TryGetAsync<T>(string name)
        where T : IReliableState => TryGetAsync<T>(StateName.Of(name));

    public async Task RemoveAsync(ITransaction tx, Uri name, TimeSpan timeout) =>
        await _states.RemoveAsync(tx, StateName.Check(name), StateContext.CheckTimeout(timeout)).ConfigureAwait(false);

    public Task RemoveAsync(ITransaction tx, Uri name) => RemoveAsync(tx, name, Default);

    public Task RemoveAsync(ITransaction tx, string name, TimeSpan timeout) =>
        RemoveAsync(tx, StateName.Of(name), timeout);

    public Task RemoveAsync(ITransaction tx, string name) => RemoveAsync(tx, StateName.Of(name), Default);

    public async Task RemoveAsync(Uri name, TimeSpan timeout) =>
        await _states.RemoveAloneAsync(StateName.Check(name), StateContext.CheckTimeout(timeout)).ConfigureAwait(false);

    public Task RemoveAsync(Uri name) => RemoveAsync(name, Default);

    public Task RemoveAsync(string name, TimeSpan timeout) => RemoveAsync(StateName.Of(name), timeout);

    public Task RemoveAsync(string name) => RemoveAsync(StateName.Of(name), Default);

    public IAsyncEnumerator<IReliableState> GetAsyncEnumerator()
    {
        _states.CheckReadable();
        return new ListEnumerator<IReliableState>([.. _states.All()]);
    }

    private void RaiseStateManagerChanged(NotifyStateManagerChangedEventArgs change)
    {
        if (_stateManagerChanged is { } handlers)
            StateContext.Raise(handlers, this, change);
    }

    private void RaiseCommitted(ITransaction transaction)
    {
        if (_transactionChanged is { } handlers)
        {
            StateContext.Raise(handlers, this,
                new NotifyTransactionChangedEventArgs(transaction, NotifyTransactionChangedAction.Commit));
        }
    }
}
