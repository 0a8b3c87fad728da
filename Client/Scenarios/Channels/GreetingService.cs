namespace SfPerf.Client.Scenarios.Channels;

internal sealed class GreetingService : IGreetingService
{
    public string Greet(string name) => $"Hello, {name}!";
}
