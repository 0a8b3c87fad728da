using System.ServiceModel;

namespace SfPerf.Scenarios.Channels;

/// <summary>The contract of the published measurement.</summary>
[ServiceContract]
internal interface IGreetingService
{
    [OperationContract]
    string Greet(string name);
}

internal sealed class GreetingService : IGreetingService
{
    public string Greet(string name) => $"Hello, {name}!";
}
