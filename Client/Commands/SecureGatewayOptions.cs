using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;

namespace SfPerf.Client.Commands;

/// <summary>The options of <c>sfperf cluster start</c> for a gateway that is reached by https. The manager checks them
/// together, before it starts anything.</summary>
internal sealed class SecureGatewayOptions
{
    private const string Identity = "THUMBPRINT|NAME:ISSUER_THUMBPRINT";

    private readonly Option<string?> _certificate = File("--certificate",
        "The gateway is also served over https with this certificate: PEM with its private key, or .pfx without a "
        + "password. sfperf cluster certificate makes one.");

    private readonly Option<string?> _key = File(
        "--certificate-key", "The private key in PEM, if --certificate has none.");

    private readonly Option<string?> _issuers = File("--client-issuers",
        "Certificates of issuers in PEM, for clients that are named by NAME and do not send their issuer's along.");

    private readonly Option<string[]> _admins = Clients("--client-admin", "do everything");

    private readonly Option<string[]> _users = Clients("--client-user", "read");

    private readonly Option<int?> _port = new("--https-port")
    {
        Description = "Port of the https gateway, 19443 unless given; 0: any free one.", HelpName = "PORT",
    };

    private readonly Option<string?> _address = new("--listen")
    {
        Description = "Address of the https gateway, loopback unless given; 0.0.0.0 or [::]: all. All else stays on "
            + "loopback.",
        HelpName = "ADDRESS",
    };

    private readonly Option<DirectoryInfo?> _explorer = new("--explorer")
    {
        Description = "Folder of a built Service Fabric Explorer, which the gateway serves below /Explorer/.",
        HelpName = "DIR",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option[])[_certificate, _key, _admins, _users, _issuers, _port, _address, _explorer])
            command.Options.Add(option);
    }

    /// <summary>Gets what of them was given, as the manager takes it.</summary>
    public IReadOnlyList<string> Given(ParseResult parsed)
    {
        var given = new List<string>();
        Add("--certificate", Full(parsed.GetValue(_certificate)));
        Add("--certificate-key", Full(parsed.GetValue(_key)));
        Add("--client-issuers", Full(parsed.GetValue(_issuers)));
        foreach (var admin in parsed.GetRequiredValue(_admins))
            Add("--client-admin", admin);
        foreach (var user in parsed.GetRequiredValue(_users))
            Add("--client-user", user);
        Add("--https-port", parsed.GetValue(_port)?.ToString(CultureInfo.InvariantCulture));
        Add("--listen", parsed.GetValue(_address));
        Add("--explorer", parsed.GetValue(_explorer)?.FullName);
        return given;

        void Add(string name, string? value)
        {
            if (value is not null)
                given.AddRange([name, value]);
        }
    }

    private static string? Full(string? path) => string.IsNullOrEmpty(path) ? path : Path.GetFullPath(path);

    private static Option<string?> File(string name, string description) =>
        new(name) { Description = description, HelpName = "FILE" };

    private static Option<string[]> Clients(string name, string what) => new(name)
    {
        Description = $"A client certificate that may {what} over https, by its thumbprint, or by its common name and "
            + "its issuer's thumbprint. May be repeated.",
        HelpName = Identity, DefaultValueFactory = _ => [],
    };
}
