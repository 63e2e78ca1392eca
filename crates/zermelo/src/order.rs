//! `--order`: the order of variables that the user asks for.
//!
//! In: a name, or a file with an order as text. `-v` tells the order that was taken in
//! the same way.

use symbolic::Order;

use crate::choices::EngineArgument;
use crate::failure::Failure;
use crate::input;

/// How many bytes a file may have: as many as a sheet.
const LONGEST: u64 = gdl::MAX_SOURCE_BYTES as u64;

/// The order that is asked for, and whether it goes with the engine.
pub fn asked(order: Option<&str>, engine: EngineArgument) -> Result<Order, Failure> {
    let Some(text) = order else {
        return Ok(Order::Auto);
    };
    if engine != EngineArgument::Symbolic {
        let message = "--order is for sets of states";
        return Err(Failure::usage(message).help("say --engine symbolic"));
    }
    Ok(match text {
        "auto" => Order::Auto,
        "listed" => Order::Listed,
        // No name has these characters.
        file if file.contains(['.', '/', std::path::MAIN_SEPARATOR]) => {
            let text = input::bounded_text(file, LONGEST)
                .map_err(|error| Failure::unreadable(file, &error))?;
            Order::Given(solver::order_from_text(&text))
        }
        name => Order::Named(name.to_owned()),
    })
}
