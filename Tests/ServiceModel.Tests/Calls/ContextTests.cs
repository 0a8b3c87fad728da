using System;
using System.Globalization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Services and callbacks run on the synchronization context they were opened on.</summary>
public sealed class ContextTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(typeof(Where), "net.tcp")]
    [InlineData(typeof(WhereMultiple), "net.tcp")]
    [InlineData(typeof(Where), "http")]
    public async Task Operations_run_on_the_context_their_host_was_opened_on(Type service, string scheme)
    {
        using var context = new SingleThreadContext();
        using var running = await OpenAsync(context, service, Binding(scheme));
        var channel = running.Factory.CreateChannel();
        for (var round = 0; round < 3; round++)
        {
            Assert.Equal(context.ThreadId, channel.Here());
            Assert.Equal(context.ThreadId, await channel.AfterWaitAsync().WaitAsync(Limit));
            var later = Task.Factory.FromAsync(channel.BeginLater, channel.EndLater, null);
            Assert.Equal(context.ThreadId, await later.WaitAsync(Limit));
        }

        ((IClientChannel)channel).Close();
        running.Host.Close();
        await context.AllEnded().WaitAsync(Limit);
    }

    [Fact]
    public async Task They_do_not_when_the_service_says_so()
    {
        using var context = new SingleThreadContext();
        using var running = await OpenAsync(context, typeof(WhereverElse), Binding("net.tcp"));
        var channel = running.Factory.CreateChannel();
        Assert.NotEqual(context.ThreadId, channel.Here());
        Assert.NotEqual(context.ThreadId, await channel.AfterWaitAsync().WaitAsync(Limit));
    }

    [Fact]
    public async Task A_call_fails_when_its_context_takes_no_more_work()
    {
        var context = new SingleThreadContext();
        using var running = await OpenAsync(context, typeof(Where), Binding("net.tcp"));
        var channel = running.Factory.CreateChannel();
        Assert.Equal(context.ThreadId, channel.Here());
        context.Dispose();
        Assert.Throws<FaultException>(() => channel.Here());
        await context.AllEnded().WaitAsync(Limit);
    }

    [Theory]
    [InlineData(typeof(WhereListener), true)]
    [InlineData(typeof(WhereverListener), false)]
    public async Task Callbacks_run_on_the_context_their_factory_was_opened_on(Type listener, bool isOnContext)
    {
        using var context = new SingleThreadContext();
        using var running = new Running<ITalker>(typeof(ReentrantTalker));
        using var factory = new DuplexChannelFactory<ITalker>(
            Activator.CreateInstance(listener)!, new NetTcpBinding(SecurityMode.None), running.Address);
        var channel = await context.RunAsync(factory.CreateChannel).WaitAsync(Limit);
        var thread = int.Parse(channel.Ask("where"), CultureInfo.InvariantCulture);
        Assert.Equal(isOnContext, thread == context.ThreadId);
        ((IClientChannel)channel).Close();
    }

    private static Binding Binding(string scheme) =>
        scheme == "http" ? new BasicHttpBinding() : new NetTcpBinding(SecurityMode.None);

    private static Task<Running<IWhere>> OpenAsync(SingleThreadContext context, Type service, Binding binding) =>
        context.RunAsync(() => new Running<IWhere>(service, binding)).WaitAsync(Limit);
}
