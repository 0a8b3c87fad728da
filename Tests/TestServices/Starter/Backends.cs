using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Starter;

/// <summary>Tells how often the service's loop has run.</summary>
public interface ICount : IService
{
    Task<long> GetCountAsync();
}

/// <summary>Can be started once.</summary>
public interface IStarter : IActor
{
    Task StartProcessingAsync(CancellationToken cancellationToken);
}

/// <summary>Counts in RunAsync. Its assembly names no remoting provider of services: the default one is used.</summary>
internal sealed class Count(StatelessServiceContext context) : StatelessService(context), ICount
{
    private long _iterations;

    public Task<long> GetCountAsync() => Task.FromResult(Interlocked.Read(ref _iterations));

    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
        this.CreateServiceRemotingInstanceListeners();

    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Interlocked.Increment(ref _iterations);
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, cancellationToken);
        }
    }
}

/// <summary>An actor that registers a reminder unless it has one.</summary>
[StatePersistence(StatePersistence.Persisted)]
internal sealed class Starter(ActorService actorService, ActorId actorId)
    : Actor(actorService, actorId), IStarter, IRemindable
{
    private const string ReminderName = "Reminder";
    private const string StateName = "Count";

    public async Task StartProcessingAsync(CancellationToken cancellationToken)
    {
        try
        {
            _ = GetReminder(ReminderName);
        }
        catch (ReminderNotFoundException)
        {
            _ = await RegisterReminderAsync(ReminderName, null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(10));
        }
        if (!await StateManager.TryAddStateAsync<long>(StateName, 0, cancellationToken))
            throw new InvalidOperationException("Processing for this actor has already started.");
    }

    public async Task ReceiveReminderAsync(string reminderName, byte[] state, TimeSpan dueTime, TimeSpan period)
    {
        var count = await StateManager.GetStateAsync<long>(StateName);
        await StateManager.SetStateAsync(StateName, count + 1);
    }
}
