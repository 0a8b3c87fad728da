using Microsoft.ServiceFabric.Services.Remoting;
using Microsoft.ServiceFabric.Services.Remoting.FabricTransport;
using Xunit;

// For the proxies that the tests make.
[assembly: FabricTransportServiceRemotingProvider(RemotingListenerVersion = RemotingListenerVersion.V2)]

// Two cores carry two of these runs at a time: each waits for clusters to start, to fail over and to end.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
