using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.State;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>
/// Represents what the runtime itself stores for the actors of one manager: only while that manager serves. Code that
/// outlives its primary stores nothing, also when the role has come back to the replica: another primary may have
/// written meanwhile.
/// </summary>
/// <exception cref="System.Fabric.FabricNotPrimaryException">By every method: the manager does not serve any more.
/// </exception>
internal sealed class ManagerStore(ActorManager manager)
{
    private IActorStateProvider Provider => manager.Service.StateProvider;

    internal Task AddActorAsync(ActorId id) => Rows(out var term) is { } rows
        ? rows.AddActorAsync(id, term, CancellationToken.None) : Provider.ActorActivatedAsync(id);

    internal Task RemoveActorAsync(ActorId id) => Rows(out var term) is { } rows
        ? rows.RemoveActorAsync(id, term, CancellationToken.None) : Provider.RemoveActorAsync(id);

    internal Task SaveReminderAsync(ActorId id, IActorReminder reminder) => Rows(out var term) is { } rows
        ? rows.SaveReminderAsync(id, reminder, term, CancellationToken.None)
        : Provider.SaveReminderAsync(id, reminder);

    internal Task CompleteReminderAsync(ActorId id, IActorReminder reminder) => Rows(out var term) is { } rows
        ? rows.CompleteReminderAsync(id, reminder, term, CancellationToken.None)
        : Provider.ReminderCallbackCompletedAsync(id, reminder);

    internal Task DeleteReminderAsync(ActorId id, string name) => Rows(out var term) is { } rows
        ? rows.DeleteRemindersAsync([new(id, [name])], term, CancellationToken.None)
        : Provider.DeleteReminderAsync(id, name);

    // The order matters: a term that is read before the manager is seen to serve is not one of a later primary. Null
    // where a state provider of the program's own stores the actors.
    private ActorRows? Rows(out RoleTerm term)
    {
        var own = Provider as IRowStateProvider;
        term = own?.Term!;
        return manager.IsClosed ? throw ActorManager.NotHere() : own?.Rows;
    }
}
