using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Echo;

/// <summary>Answers with what the tests ask about its host: a variable, a setting, the node.</summary>
internal sealed class EchoService(StatelessServiceContext context) : StatelessService(context)
{
    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
        [new(c => new LineListener(c, "EchoEndpoint", AnswerAsync))];

    private async Task<string> AnswerAsync(string line) =>
        line.Split(' ') is ["register", var type] ? await RegisterAsync(type) : Answer(line);

    private static async Task<string> RegisterAsync(string type)
    {
        try
        {
            await ServiceRuntime.RegisterServiceAsync(type, context => new EchoService(context));
            return "ok";
        }
        catch (FabricElementAlreadyExistsException e)
        {
            return $"{e.ErrorCode}: {e.Message}";
        }
    }

    private string Answer(string line) => line.Split(' ') switch
    {
        ["env", var name] => Environment.GetEnvironmentVariable(name) ?? "(not set)",
        ["setting", var section, var name] =>
            Context.CodePackageActivationContext.GetConfigurationPackageObject("Config")
            .Settings.Sections[section].Parameters[name].Value,
        ["port", var endpoint] => $"{Context.CodePackageActivationContext.GetEndpoint(endpoint).Port}",
        ["data", var package, var file] =>
            File.ReadAllText(Path.Combine(
                Context.CodePackageActivationContext.GetDataPackageObject(package).Path, file)),
        ["code"] => Context.CodePackageActivationContext.GetCodePackageObject("Code").Path,
        ["codes"] => string.Join(' ', Context.CodePackageActivationContext.GetCodePackageNames()),
        ["node"] => Context.NodeContext.NodeName,
        ["report", .. var report] => Report(report),
        ["die"] => Die(),
        _ => line,
    };

    // ENTITY PROPERTY STATE MILLISECONDS: the state is valid for so long; 0: for ever.
    private string Report(string[] words)
    {
        var information = HealthWords.Parse(words[1..]);
        var activation = Context.CodePackageActivationContext;
        switch (words[0])
        {
            case "application":
                activation.ReportApplicationHealth(information);
                break;
            case "deployed-application":
                activation.ReportDeployedApplicationHealth(information);
                break;
            case "deployed-package":
                activation.ReportDeployedServicePackageHealth(information, new() { Immediate = true });
                break;
            case "partition":
                Partition.ReportPartitionHealth(information);
                break;
            default:
                Partition.ReportInstanceHealth(information);
                break;
        }
        return "ok";
    }

    private static string Die()
    {
        Environment.FailFast("Echo was told to die.");
        return "";
    }
}
