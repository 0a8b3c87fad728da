using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Actors.Runtime.Dispatch;

/// <summary>Describes what service remoting has to know of actors before the first call.</summary>
internal static class ActorRemoting
{
    static ActorRemoting()
    {
        DataContractSurrogates.Types = [typeof(ActorReference)];
        DataContractSurrogates.Provider = ActorSurrogate.Instance;
        RemoteException.Register(
            typeof(ActorConcurrencyLockTimeoutException),
            typeof(ActorDeletedException),
            typeof(DuplicateMessageException),
            typeof(InvalidReentrantCallException),
            typeof(ReentrancyModeDisallowedException),
            typeof(ReentrantActorInvalidStateException),
            typeof(ReminderLoadInProgressException),
            typeof(ReminderNotFoundException));
    }

    /// <summary>Makes the exceptions and references of actors known; further calls do nothing.</summary>
    internal static void Register()
    {
        // The static constructor does it, once.
    }
}
