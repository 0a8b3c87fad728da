using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.Text.RegularExpressions;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What users read of a failure names what they know, and no type of ours that they cannot see.</summary>
public sealed partial class MessageTextTests
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(100);

    // Of one word are ordinary words, too.
    private static readonly HashSet<string> Hidden =
    [
        .. typeof(ServiceHost).Assembly.GetTypes().Where(t => !t.IsVisible).Select(t => t.Name.Split('`')[0])
            .Where(n => Words().Count(n) > 1)
            .Except(typeof(ServiceHost).Assembly.GetExportedTypes().Select(t => t.Name.Split('`')[0])),
    ];

    public static TheoryData<string> Schemes => Bindings.Schemes;

    [Theory]
    [MemberData(nameof(Schemes))]
    public void No_message_names_a_hidden_type(string scheme)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), Bindings.Of(scheme));
        var failures = new Dictionary<string, Exception>();
        Fails("unknown action", () => Other<IOther>(running).Other());
        Fails("wrong body", () => Other<IWrongGreeter>(running).Add("x"));
        foreach (var kind in new[] { "typed", "plain", "other" })
            Fails(kind, () => running.Factory.CreateChannel().Fail(kind));
        Fails("timeout", () =>
        {
            var slow = running.Factory.CreateChannel();
            ((IContextChannel)slow).OperationTimeout = Short;
            slow.Busy(1000);
        });
        Fails("closed", () => After(c => c.Close()));
        Fails("aborted", () => After(c => c.Abort()));
        Fails("closed factory", () =>
        {
            var factory = new ChannelFactory<IGreeter>(Bindings.Of(scheme), running.Address);
            factory.Close();
            factory.CreateChannel();
        });
        Fails("no listener", () => new ChannelFactory<IGreeter>(Bindings.Of(scheme),
            new EndpointAddress(Nowhere(running.Address.Uri))).CreateChannel().Greet("x"));
        Fails("opened twice", running.Host.Open);
        Fails("no contract", () => running.Host.AddServiceEndpoint(typeof(string), Bindings.Of(scheme), ""));
        Fails("no implementation", () => new ServiceHost(typeof(Greeter))
            .AddServiceEndpoint(typeof(IOther), Bindings.Of(scheme), running.Address.Uri.ToString()));
        Fails("no service", () => new ServiceHost(typeof(IGreeter)));

        var named = failures.SelectMany(f => Texts(f.Value).SelectMany(
            t => Names().Matches(t).Select(m => m.Value).Where(Hidden.Contains).Select(n => $"{f.Key}: {n} in: {t}")));
        Assert.Empty(named);
        Assert.True(failures.Count >= 14, string.Join(", ", failures.Keys));

        void Fails(string what, Action action) => failures[what] = Assert.ThrowsAny<Exception>(action);

        void After(Action<IClientChannel> end)
        {
            var channel = running.Factory.CreateChannel();
            channel.Greet("x");
            end((IClientChannel)channel);
            channel.Greet("x");
        }
    }

    [Fact]
    public void There_are_hidden_types_to_look_for() => Assert.InRange(Hidden.Count, 100, 1000);

    private static T Other<T>(Running<IGreeter> running) =>
        new ChannelFactory<T>(running.Endpoint.Binding!, running.Address).CreateChannel();

    private static Uri Nowhere(Uri address) => address.Scheme == "net.pipe" ? new($"{address}-nowhere")
        : new UriBuilder(address) { Port = TestKit.ListeningPorts.FindFree() }.Uri;

    private static IEnumerable<string> Texts(Exception? failure)
    {
        for (; failure is not null; failure = failure.InnerException)
            yield return failure.Message;
    }

    [GeneratedRegex("[A-Z][a-z]+")]
    private static partial Regex Words();

    [GeneratedRegex("[A-Z][A-Za-z0-9]+")]
    private static partial Regex Names();
}
