using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Client;

public delegate FabricClient CreateFabricClientDelegate();
